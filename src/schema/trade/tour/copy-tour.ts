import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { calendarDate } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { detailsOf } from './create-tour.ts';
import { fillTours, type Pattern } from './fill-tours.ts';
import { templatePatterns, tourPatterns } from './patterns.ts';
import { lockTourDay } from './tour-days.ts';

const TourDay = z.strictObject({ date: calendarDate });

/**
 * Creates a tour like another one, with the deliveries of the day to the same branches, and returns its id.
 *
 * @throws AppError `not_found`, or `validation_error` on date
 */
export function copyTour(context: Context, id: string, date: string): Promise<bigint> {
  return createAfter(context, 'tour', date, (inside) =>
    tourPatterns(inside, Prisma.sql`tour.id = ${recordIdOf(id)}`),
  );
}

/**
 * Creates a tour of a day after a template, and returns its id.
 *
 * @throws AppError `not_found`, or `validation_error` on date
 */
export function createTourFromTemplate(context: Context, id: string, date: string): Promise<bigint> {
  return createAfter(context, 'tour template', date, (inside) =>
    templatePatterns(inside, Prisma.sql`template.id = ${recordIdOf(id)}`),
  );
}

async function createAfter(
  context: Context,
  word: string,
  given: string,
  read: (inside: Context) => Promise<Pattern[]>,
): Promise<bigint> {
  const { date } = valid(TourDay, { date: given });
  const work = async (inside: Context) => {
    await lockTourDay(inside, date);
    const patterns = await read(inside);
    if (patterns.length === 0) throw notFound(word);
    const [filled] = await fillTours(inside, date, patterns, { mayBeEmpty: true });
    return filled!.tour;
  };
  const tour = await inAuditedTransaction(context, work, (created) => ({
    action: 'tour.created',
    details: detailsOf(created),
  }));
  return tour.id;
}
