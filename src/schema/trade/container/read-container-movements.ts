import { z } from 'zod';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { type CursorPosition, cursorRule } from '../../core/list/cursor.ts';
import { DEFAULT_PER_PAGE } from '../../core/limits.ts';
import { idFilter } from '../../core/noun/record-id.ts';
import { perPage } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { type ContainerPage, containerPageOf, cappedCountOf, listByKey } from './container-page.ts';
import { CONTAINER_RANGE } from './container-range.ts';
import { movementsOf } from './counted-movements.ts';

/** Containers of a type that went out or came back with a delivery, or that were adjusted. */
export interface ContainerMovement {
  date: Date;
  typeId: bigint;
  deliveryId: bigint | null;
  adjustmentId: bigint | null;
  out: number;
  back: number;
  /** The change of the balance. */
  quantity: number;
}

/** The key has the day, 0 for a delivery or 1 for an adjustment, and its id; the id is that of the type. */
const MOVEMENT_LIST = listByKey('container movements', /^\d{4}-\d\d-\d\d [01] \d{1,16}$/);

const MovementInput = z.object({ first: perPage.nullish(), after: cursorRule(MOVEMENT_LIST).nullish() });

const MovementFilter = CONTAINER_RANGE.and(
  z.object({ supermarketId: idFilter, branchId: idFilter.nullish(), typeId: idFilter.nullish() }),
);

interface MovementArgs {
  filter: object;
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/**
 * Reads the movements of a supermarket by date: on a day those of deliveries first, each in the order of
 * creation. It reads no more than the page, and counts the list only if `isCounted`.
 *
 * @throws AppError `validation_error`
 */
export async function readContainerMovements(
  context: Context,
  { filter, ...page }: MovementArgs,
  isCounted: boolean,
): Promise<ContainerPage<ContainerMovement>> {
  const { first, after } = valid(MovementInput, page);
  const { supermarketId, branchId, typeId, from, to } = valid(MovementFilter, filter);
  const movements = {
    accountId: accountOf(context),
    supermarketId,
    branchId: branchId ?? undefined,
    typeId: typeId ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
  };
  const size = first ?? DEFAULT_PER_PAGE;
  const limit = Prisma.sql`LIMIT ${size + 1}`;
  const ofDeliveries = Prisma.sql`
    SELECT counted_on AS date, 0 AS kind, delivery_id AS record_id, type_id, quantity_out, quantity_back,
           quantity_out - quantity_back AS quantity
    FROM delivery_containers WHERE ${movementsOf(movements, Prisma.sql`counted_on`)}`;
  const adjustments = Prisma.sql`
    SELECT date, 1 AS kind, id AS record_id, type_id, 0 AS quantity_out, 0 AS quantity_back, quantity
    FROM container_adjustments WHERE ${movementsOf(movements, Prisma.sql`date`)}`;
  const rows = await context.db.$queryRaw<ContainerMovementRow[]>`
    ${unprepared} SELECT * FROM (
      (${ofDeliveries} ${beyondDelivery(after)} ORDER BY counted_on, delivery_id, type_id ${limit})
      UNION ALL
      (${adjustments} ${beyondAdjustment(after)} ORDER BY date, id ${limit})
    ) AS movement ORDER BY date, kind, record_id, type_id ${limit}`;
  const total = isCounted
    ? await cappedCountOf(context, Prisma.sql`(${ofDeliveries}) UNION ALL (${adjustments})`)
    : undefined;
  return containerPageOf({
    list: MOVEMENT_LIST,
    size,
    after: after ?? null,
    found: rows.map(movementOf),
    positionOf: ({ date, deliveryId, adjustmentId, typeId }) => ({
      id: typeId,
      key: `${date.toISOString().slice(0, 10)} ${deliveryId === null ? 1 : 0} ${deliveryId ?? adjustmentId}`,
    }),
    total,
  });
}

interface ContainerMovementRow {
  date: Date;
  kind: number;
  record_id: bigint;
  type_id: bigint;
  quantity_out: number;
  quantity_back: number;
  quantity: number;
}

function movementOf({ date, kind, record_id, type_id, ...row }: ContainerMovementRow): ContainerMovement {
  const [deliveryId, adjustmentId] = kind === 0 ? [record_id, null] : [null, record_id];
  return {
    date,
    typeId: type_id,
    deliveryId,
    adjustmentId,
    out: row.quantity_out,
    back: row.quantity_back,
    quantity: row.quantity,
  };
}

/** Deliveries of a day come before its adjustments. */
function beyondDelivery(after: CursorPosition | null | undefined): Prisma.Sql {
  if (!after) return Prisma.empty;
  const { date, isAdjustment, record } = keyPartsOf(after);
  return isAdjustment
    ? Prisma.sql`AND counted_on > ${date}::date`
    : Prisma.sql`AND (counted_on, delivery_id, type_id) > (${date}::date, ${record}, ${after.id})`;
}

function beyondAdjustment(after: CursorPosition | null | undefined): Prisma.Sql {
  if (!after) return Prisma.empty;
  const { date, isAdjustment, record } = keyPartsOf(after);
  return isAdjustment
    ? Prisma.sql`AND (date, id) > (${date}::date, ${record})`
    : Prisma.sql`AND date >= ${date}::date`;
}

function keyPartsOf({ key }: CursorPosition) {
  const [date, kind, record] = key!.split(' ') as [string, string, string];
  return { date, isAdjustment: kind === '1', record: BigInt(record) };
}
