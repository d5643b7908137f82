import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import type { Connection } from '../../core/list/connection.ts';
import type { CursorPosition, ListOrder } from '../../core/list/cursor.ts';
import { finding } from '../../core/noun/issues.ts';
import { calendarDate } from '../../core/noun/rules.ts';
import { MAX_EXACT_TOTAL } from '../../core/limits.ts';

/** A part of a list of containers, which no single table has. */
export type ContainerPage<Row> = Connection<Row>;

/** Returns a list whose cursors have a key of this form. */
export function listByKey(list: string, form: RegExp): ListOrder {
  // Its statements are their own: only the form of the key is used.
  const rule = z
    .string()
    .regex(form, { abort: true })
    .refine(isOfDay, finding('invalid_date', 'must begin with a real day'));
  const key = { columns: [], text: Prisma.empty, valuesIn: () => [], rule };
  return { list, order: { name: 'BY_KEY', key, isDescending: false } };
}

/** Returns whether a key that begins with a day begins with a real one. */
function isOfDay(key: string): boolean {
  return !/^\d{4}-/.test(key) || calendarDate.safeParse(key.slice(0, 10)).success;
}

interface FoundPage<Row> {
  list: ListOrder;
  size: number;
  after: CursorPosition | null;
  /** The rows of the page, and one more if there are more. */
  found: Row[];
  positionOf(row: Row): CursorPosition;
  /** Undefined if nobody asked for it. */
  total: { count: number; isEstimated: boolean } | undefined;
}

/** Returns the page as a connection. */
export function containerPageOf<Row>({
  list,
  size,
  after,
  found,
  positionOf,
  total,
}: FoundPage<Row>): ContainerPage<Row> {
  const records = found.slice(0, size);
  return {
    window: { ...list, size, offset: 0, fromEnd: false, after, before: null },
    part: {
      records,
      positions: records.map(positionOf),
      hasMore: found.length > size,
      total: total ?? { count: 0, isEstimated: false },
    },
  };
}

/** Counts rows up to the exact maximum; a longer list has at least one more. */
export async function cappedCountOf(
  context: Context,
  rows: Prisma.Sql,
): Promise<{ count: number; isEstimated: boolean }> {
  const [{ count }] = await context.db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (${rows} LIMIT ${MAX_EXACT_TOTAL + 1}) AS counted`;
  return { count, isEstimated: count > MAX_EXACT_TOTAL };
}
