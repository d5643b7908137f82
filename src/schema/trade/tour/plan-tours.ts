import { z } from 'zod';
import { leaveEntry } from '../../core/audit/leave-entry.ts';
import type { Context } from '../../core/context.ts';
import { calendarDate } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { detailsOf } from './create-tour.ts';
import { fillTours } from './fill-tours.ts';
import { patternsOfDay, patternsOfWeekday, toursOn } from './patterns.ts';
import { lockTourDay } from './tour-days.ts';

const PlanTours = z.strictObject({ date: calendarDate, like: calendarDate.nullish() });

/**
 * Makes the tours of a day after the templates of its weekday, or after the tours of another day, with the
 * deliveries that are in no tour. Where the day has such a tour, new stops join its end.
 *
 * @returns the ids of the tours that were made or added to, in that order
 * @throws AppError `validation_error`
 */
export async function planTours(
  context: Context,
  input: { date: string; like?: string | null | undefined },
): Promise<bigint[]> {
  const { date, like } = valid(PlanTours, input);
  return inOneTransaction(context, async (inside) => {
    await lockTourDay(inside, date);
    const patterns = like == null ? await patternsOfWeekday(inside, date) : await patternsOfDay(inside, like);
    const tours = await toursOn(inside, date);
    const filled = await fillTours(inside, date, patterns, {
      existing: ({ templateId, name }) =>
        tours.find((tour) => (like == null ? tour.templateId === templateId : tour.name === name)),
    });
    for (const { tour, isNew } of filled) {
      const details = detailsOf(tour);
      if (isNew) await leaveEntry(inside, { action: 'tour.created', details });
      else await leaveEntry(inside, { action: 'tour.updated', details: { ...details, fields: ['stops'] } });
    }
    return filled.map(({ tour }) => tour.id);
  });
}
