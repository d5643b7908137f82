import type { Query } from '../../../database/direct/selection.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { actorName } from '../../core/audit/by-whom.ts';
import { accountOf, byId, type Context } from '../../core/context.ts';
import { type AppError, fault, notFound } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { lacksLots, lotsMissing } from '../lot/lacks-lots.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { ID_ONLY, writeRecord, type WrittenRecord } from '../../core/write/write.ts';
import { isRefusedAsWithdrawn, noteDispatches, withdrawnRefusal } from '../lot/withdrawn-dispatch.ts';
import { asSeen } from './as-seen.ts';
import { type DeliveryStatus, ENTERED_FROM, nextOf, DELIVERY_STATUS, statusInWords } from './status.ts';
import { publish } from '../../core/event/publish.ts';
import { DELIVERY_EVENTS } from './events.ts';

/** The columns that store when each status was entered, and by whom. */
const ENTERED: Record<Exclude<DeliveryStatus, 'pending'>, { at: Prisma.Sql; by: Prisma.Sql }> = {
  in_transit: { at: Prisma.sql`in_transit_at`, by: Prisma.sql`in_transit_by` },
  completed: { at: Prisma.sql`completed_at`, by: Prisma.sql`completed_by` },
  cancelled: { at: Prisma.sql`cancelled_at`, by: Prisma.sql`cancelled_by` },
};

/** Returns the SQL of the columns that change when a delivery enters a status, to follow SET. */
export function entering(
  context: Context,
  to: Exclude<DeliveryStatus, 'pending'>,
  moment?: Date,
): Prisma.Sql {
  const { at, by } = ENTERED[to];
  const time = moment
    ? Prisma.sql`greatest(created_at, in_transit_at, least(${moment}, now()))`
    : Prisma.sql`now()`;
  return Prisma.sql`status = ${to}, ${at} = ${time}, ${by} = ${actorName(context)}, updated_at = now()`;
}

/**
 * Changes the status of a delivery, and returns the columns of `selection`. When changes race, the first to
 * commit wins: the others no longer match their initial status.
 *
 * @param at the time of the change (default: now), never before the previous change of the status
 * @throws AppError `not_found`, `validation_error`, also on status when lots are missing or withdrawn, or
 * `invalid_transition` on field status
 */
export async function moveDelivery(
  context: Context,
  id: string,
  status: unknown,
  selection: Query = ID_ONLY,
  at?: Date,
): Promise<WrittenRecord<'Delivery'>> {
  const to = valid(DELIVERY_STATUS.rule, status);
  const from = ENTERED_FROM[to];
  const accountId = accountOf(context);
  const record = recordIdOf(id);
  if (to !== 'pending' && from !== null) {
    const isDispatch = to === 'in_transit';
    const isFree = isDispatch
      ? Prisma.sql`AND ${asSeen(accountId, record)} AND ${hindrance(accountId, Prisma.sql`deliveries.id`)} IS NULL`
      : Prisma.empty;
    const parts = Prisma.sql`
      WITH delivery AS (
        UPDATE deliveries SET ${entering(context, to, at)}
        WHERE account_id = ${accountId} AND id = ${record} AND status = ${from} ${isFree}
        RETURNING *
      )${isDispatch ? Prisma.sql`, ${noteDispatches(accountId)}` : Prisma.empty}`;
    const sources = { Delivery: 'delivery' };
    const move = (inside: Context) =>
      writeRecord(inside, 'Delivery', {
        parts,
        events: [publish(DELIVERY_EVENTS[`delivery.${to}`], 'delivery')],
        sources,
        selection,
      });
    let moved = await move(context);
    if (!moved && isDispatch) moved = await holding(context, record, move);
    if (moved) return moved;
  }
  const delivery = await context.db.delivery.findUnique({
    ...byId(context, record),
    select: { status: true },
  });
  if (!delivery) throw notFound('delivery');
  // The delivery has the initial status, so its lots are the reason.
  if (delivery.status === from && to === 'in_transit') throw await hindranceOf(context, record);
  throw invalidTransition(delivery.status as DeliveryStatus);
}

/**
 * Runs `work` with the delivery locked, so that its lots cannot change: only a later statement sees new lots.
 */
function holding<T>(context: Context, id: bigint, work: (inside: Context) => Promise<T>): Promise<T> {
  return inOneTransaction(context, async (inside) => {
    await inside.db.$queryRaw`
      SELECT FROM deliveries WHERE account_id = ${accountOf(inside)} AND id = ${id} FOR NO KEY UPDATE`;
    return work(inside);
  });
}

/** The reason why lots prevent the dispatch of a delivery. */
export type Hindrance = 'lots_missing' | 'withdrawn';

/** Returns SQL for the reason why the lots of a delivery prevent its dispatch; NULL if they do not. */
export function hindrance(accountId: bigint, deliveryId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE
    WHEN ${lacksLots(accountId, deliveryId)} THEN 'lots_missing'
    WHEN ${isRefusedAsWithdrawn(accountId, deliveryId)} THEN 'withdrawn' END`;
}

/** Returns the error for a delivery whose lots prevent its dispatch. */
export function hindered(why: Hindrance): AppError {
  return why === 'withdrawn' ? withdrawnRefusal() : lotsMissing();
}

async function hindranceOf(context: Context, id: bigint): Promise<AppError> {
  const accountId = accountOf(context);
  const [{ why }] = await context.db.$queryRaw<[{ why: Hindrance | null }]>`
    SELECT ${hindrance(accountId, Prisma.sql`${id}::bigint`)} AS why`;
  return hindered(why ?? 'lots_missing');
}

/** Returns the error for a status change that the status machine does not allow. */
export function invalidTransition(from: DeliveryStatus): AppError {
  const next = nextOf(from);
  const problem =
    next.length > 0
      ? `This delivery is ${statusInWords(from)}. Allowed: ${next.join(', ')}`
      : `This delivery is already ${statusInWords(from)}`;
  return fault('wrong_status', problem, 'status', { status: from });
}
