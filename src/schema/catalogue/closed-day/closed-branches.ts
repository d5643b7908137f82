import { z } from 'zod';
import { accountOf, type Context } from '../../core/context.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { calendarDate, lengthFirst } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_CHECKED_BRANCHES } from '../limits.ts';
import { closedReasons, NO_REASON } from './closed-dates.ts';

const TOO_MANY = `must contain at most ${MAX_CHECKED_BRANCHES} branches`;
const Asked = z.strictObject({
  date: calendarDate,
  branchIds: lengthFirst(z.array(z.string().transform(recordIdOf)), MAX_CHECKED_BRANCHES, TOO_MANY),
});

/** A branch that is closed on the day. */
export interface ClosedBranch {
  branchId: bigint;
  reason: string | null;
}

/**
 * Returns which of these branches are closed on a day, in the order of the ids, each once. Branches of other
 * accounts are left out.
 *
 * @throws AppError `validation_error`
 */
export async function closedBranches(context: Context, input: unknown): Promise<ClosedBranch[]> {
  const { date, branchIds } = valid(Asked, input);
  const accountId = accountOf(context);
  const known = await context.db.branch.findMany({
    where: { accountId, id: { in: branchIds } },
    select: { id: true },
  });
  const isKnown = new Set(known.map(({ id }) => id));
  const asked = [...new Set(branchIds)].filter((id) => isKnown.has(id));
  const reasons = await closedReasons(
    context.db,
    accountId,
    asked.map((branchId) => ({ branchId, date })),
  );
  return asked.flatMap((branchId, at) => {
    const reason = reasons[at] ?? null;
    return reason === null ? [] : [{ branchId, reason: reason === NO_REASON ? null : reason }];
  });
}
