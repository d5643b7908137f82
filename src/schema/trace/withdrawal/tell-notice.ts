import { violation } from '../../../problems.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { valid } from '../../core/noun/valid.ts';
import { changeNotice } from './change-notice.ts';
import { TellNotice } from './fields.ts';
import type { Notice } from './read-notices.ts';

/** How far the clock of a caller may be fast. */
const SKEW_MS = 3_600_000;

/**
 * Records that a branch was notified of a withdrawal, by whom and how, perhaps before the withdrawal was
 * entered. Repeating it replaces the record.
 *
 * @throws AppError `validation_error`, `not_found`, or `invalid_transition` when the withdrawal is closed
 */
export async function tellNotice(context: Context, id: string, input: unknown): Promise<Notice> {
  const { way, by, at: given } = valid(TellNotice, input);
  const now = new Date();
  const at = given ? new Date(given) : now;
  if (at.getTime() - now.getTime() > SKEW_MS)
    throw new AppError(faultAt('at', violation('in_future', 'must not be in the future')));
  const toldAt = at < now ? at : now;
  return changeNotice(context, id, () => Prisma.sql`sent_at = ${toldAt}, sent_by = ${way}, told_by = ${by}`);
}
