import { Prisma } from '../../../generated/prisma/client.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { detailsOf } from './create-tour.ts';
import { lockStops, removeStops } from './set-stops.ts';
import { lockTour } from './tour-days.ts';

/** Deletes a tour. Its deliveries stay as they are. @throws AppError `not_found` */
export async function deleteTour(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  const work = async (inside: Context) => {
    const tour = await lockTour(inside, record);
    await lockStops(inside, record);
    await removeStops(inside, Prisma.sql`stop.tour_id = ${record}`);
    await inside.db.$executeRaw`DELETE FROM tours WHERE account_id = ${accountOf(inside)} AND id = ${record}`;
    return tour;
  };
  await inAuditedTransaction(context, work, (tour) => ({
    action: 'tour.deleted',
    details: detailsOf(tour),
  }));
  return record;
}
