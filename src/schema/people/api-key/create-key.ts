import { z } from 'zod';
import { callerOf, type Context } from '../../core/context.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { valid } from '../../core/noun/valid.ts';
import { API_KEY_FIELDS } from './fields.ts';
import { type IssuedKey, issueKey } from './issue-key.ts';
import { requireNoMore } from './require-no-more.ts';

const CreateKey = z.strictObject(rulesToCreate(API_KEY_FIELDS));

/**
 * Creates a key for the signed-in account, with at most the scopes of the role of the person.
 *
 * @throws AppError `validation_error`, `insufficient_scope`, `quota_exceeded`
 */
export async function createKey(context: Context, input: unknown): Promise<IssuedKey> {
  const key = valid(CreateKey, input);
  const caller = callerOf(context);
  requireNoMore(key.scopes, caller);
  return issueKey(context.db, caller.accountId, key, context.settings.cell);
}
