import { z } from 'zod';
import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import type { Query } from '../../../database/direct/selection.ts';
import { type Delivery, Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { cursorOf, cursorRule } from '../../core/list/cursor.ts';
import { byDate } from '../../core/list/order.ts';
import { recordsById } from '../../core/list/load-record.ts';
import { perPage } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { isLate, measured } from './measured.ts';
import type { Performance } from './query.ts';

export const MISSES = ['late', 'not_in_full'] as const;

/** A delivery that was late or not in full. */
export interface Missed {
  delivery: Delivery;
  reasons: (typeof MISSES)[number][];
  /** Null if the delivery was on time. */
  lateMinutes: Prisma.Decimal | null;
  missingQuantity: Prisma.Decimal;
}

/** A part of the list of missed deliveries. */
export interface MissedList {
  nodes: Missed[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

const PLACE = {
  list: 'missed',
  order: byDate('DELIVERY_DATE', Prisma.sql`delivery_date`).DELIVERY_DATE_DESC,
};
const Arguments = z.object({ first: perPage, after: cursorRule(PLACE).nullish() });

/**
 * Reads the missed deliveries after a cursor, latest due date first, with one statement for the misses and
 * one for the records.
 *
 * @throws AppError `validation_error` on first or after
 */
export async function readMissed(
  context: Context,
  performance: Performance,
  args: { first: number; after?: string | null | undefined },
  selection: Query,
): Promise<MissedList> {
  const { first, after } = valid(Arguments, args);
  const beyond = after
    ? Prisma.sql`AND (delivery_date, id) < (${after.key}::date, ${after.id})`
    : Prisma.empty;
  const late = isLate(performance);
  const rows = await runHeavily(
    () => context.db.$queryRaw<MissedRow[]>`
    ${unprepared} WITH ${measured(performance)}
    SELECT id, to_char(delivery_date, 'YYYY-MM-DD') AS date, ${late} AS is_late, missing::numeric AS missing,
           round(late_minutes::numeric, 1) AS late_minutes
    FROM measured WHERE (${late} OR missing > 0) ${beyond}
    ORDER BY delivery_date DESC, id DESC LIMIT ${first + 1}`,
  );
  const shown = rows.slice(0, first);
  const ids = shown.map(({ id }) => id);
  const byId = await recordsById(context, context.db.delivery, selection, ids);
  return {
    nodes: shown.map((row) => ({
      delivery: byId.get(row.id)!,
      reasons: [
        ...(row.is_late ? ['late' as const] : []),
        ...(row.missing.gt(0) ? ['not_in_full' as const] : []),
      ],
      lateMinutes: row.is_late ? row.late_minutes : null,
      missingQuantity: row.missing,
    })),
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage: after != null,
      startCursor: cursorAt(shown[0]),
      endCursor: cursorAt(shown.at(-1)),
    },
  };
}

function cursorAt(row: MissedRow | undefined): string | null {
  return row ? cursorOf(PLACE, { id: row.id, key: row.date }) : null;
}

interface MissedRow {
  id: bigint;
  date: string;
  is_late: boolean;
  missing: Prisma.Decimal;
  late_minutes: Prisma.Decimal;
}
