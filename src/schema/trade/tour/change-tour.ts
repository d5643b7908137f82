import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import type { Context } from '../../core/context.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { requireMatch } from '../../core/version/require-version.ts';
import { detailsOf } from './create-tour.ts';
import { versionsOfTours } from './read-tours.ts';
import { type LockedTour, lockTour } from './tour-days.ts';

/**
 * Changes a tour, whose day is locked, with an entry of the audit log if its version is another one
 * afterwards. Returns its id.
 *
 * @param change returns the names of the fields for the entry
 * @throws AppError `not_found`, `precondition_failed`, and what `change` throws
 */
export async function changeTour(
  context: Context,
  id: string,
  ifMatch: string | null | undefined,
  change: (inside: Context, tour: LockedTour) => Promise<string[]>,
): Promise<bigint> {
  const record = recordIdOf(id);
  const work = async (inside: Context) => {
    const tour = await lockTour(inside, record);
    const [before] = await versionsOfTours(inside, [record]);
    requireMatch(before, ifMatch);
    const fields = await change(inside, tour);
    const [after] = await versionsOfTours(inside, [record]);
    return { tour, fields, isChanged: before !== after };
  };
  await inAuditedTransaction(context, work, ({ tour, fields, isChanged }) =>
    isChanged ? { action: 'tour.updated', details: { ...detailsOf(tour), fields } } : undefined,
  );
  return record;
}
