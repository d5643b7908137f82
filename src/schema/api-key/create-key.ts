import { z } from 'zod';
import { callerOf, type Context } from '../context.ts';
import { FIRST_DATE, LAST_DATE, MAX_TIME_TEXT } from '../noun/rules.ts';
import { valid } from '../noun/valid.ts';
import { type IssuedKey, issueKey, keyRules } from './issue-key.ts';
import { requireNoMore } from './require-no-more.ts';
import { finding } from '../noun/issues.ts';

const DATES = { min: FIRST_DATE, max: LAST_DATE };

const CreateKey = z.strictObject({
  ...keyRules,
  expiresAt: z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 time with an offset', abort: true })
    .max(MAX_TIME_TEXT, { error: 'must be an ISO 8601 time with an offset', abort: true })
    .refine((time) => time < '2101', finding('date_out_of_range', 'must be before the year 2101', DATES))
    .transform((time) => new Date(time))
    .refine((time) => time.getTime() > Date.now(), finding('not_in_future', 'must be in the future'))
    .nullish(),
});

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
