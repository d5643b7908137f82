import { z } from 'zod';
import { accountOf, type Context } from '../context.ts';
import { valid } from '../valid.ts';
import { type IssuedKey, issueKey, keyRules } from './issue-key.ts';

const CreateKey = z.strictObject({
  ...keyRules,
  expiresAt: z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 time with an offset', abort: true })
    .refine((time) => time < '2101', 'must be before the year 2101')
    .transform((time) => new Date(time))
    .refine((time) => time.getTime() > Date.now(), 'must be in the future')
    .nullish(),
});

/**
 * Creates a key for the signed-in account.
 *
 * @throws AppError `validation_error`, `quota_exceeded`
 */
export function createKey(context: Context, input: unknown): Promise<IssuedKey> {
  return issueKey(context.db, accountOf(context), valid(CreateKey, input), context.settings.cell);
}
