import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { calendarDate } from '../rules.ts';
import { valid } from '../valid.ts';

/** The maximum number of stops of a day. */
export const MAX_STOPS = 500;

const StopsInput = z.object({ date: calendarDate });

/**
 * Returns the condition and order of the stops of a day.
 *
 * @throws AppError `validation_error`
 */
export function stopsOn(context: Context, date: string) {
  const day = valid(StopsInput, { date }).date;
  return {
    where: {
      accountId: accountOf(context),
      deliveryDate: new Date(day),
      status: { not: 'cancelled' },
    },
    orderBy: [{ branch: { deliveryWindow: { sort: 'asc', nulls: 'last' } } }, { id: 'asc' }],
    take: MAX_STOPS,
  } satisfies Prisma.DeliveryFindManyArgs;
}
