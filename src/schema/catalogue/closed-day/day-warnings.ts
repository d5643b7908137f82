import { accountOf, type Context } from '../../core/context.ts';
import { closedReasons, NO_REASON } from './closed-dates.ts';

/** The maximum number of warnings about the day of a delivery: one of each kind. */
export const MAX_DAY_WARNINGS = 2;

/** A warning about the day of a delivery. */
interface DayWarning {
  kind: 'closed_day' | 'after_cut_off';
  message: string;
  date: Date;
}

/** Reads the warnings about the days of deliveries with two statements. */
export async function readDayWarnings(context: Context, ids: readonly bigint[]): Promise<DayWarning[][]> {
  const accountId = accountOf(context);
  const deliveries = await context.db.delivery.findMany({
    where: { accountId, id: { in: [...ids] } },
    select: { id: true, branchId: true, deliveryDate: true, afterCutOff: true },
  });
  const reasons = await closedReasons(
    context.db,
    accountId,
    deliveries.map(({ branchId, deliveryDate }) => ({ branchId, date: warningDay(deliveryDate) })),
  );
  const warnings = new Map(
    deliveries.map(({ id, deliveryDate: date, afterCutOff }, at): [bigint, DayWarning[]] => {
      const reason = reasons[at] ?? null;
      const day = warningDay(date);
      return [
        id,
        [
          ...(reason === null
            ? []
            : [{ kind: 'closed_day' as const, date, message: closedMessage(day, reason) }]),
          ...(afterCutOff ? [{ kind: 'after_cut_off' as const, date, message: lateMessage(day) }] : []),
        ],
      ];
    }),
  );
  return ids.map((id) => warnings.get(id) ?? []);
}

function warningDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function closedMessage(day: string, reason: string): string {
  return reason === NO_REASON ? `${day} is a closed day` : `${day} is a closed day: ${reason}`;
}

function lateMessage(day: string): string {
  return `The delivery was ordered after the cut-off for ${day}`;
}
