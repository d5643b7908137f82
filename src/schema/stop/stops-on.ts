import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { calendarDate } from '../rules.ts';
import { valid } from '../valid.ts';

/** The maximum number of stops of a day. */
export const MAX_STOPS = 200;

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
    // The order of the index, so that a day with more deliveries costs no more.
    orderBy: { id: 'asc' },
    take: MAX_STOPS,
  } satisfies Prisma.DeliveryFindManyArgs;
}
