import { z } from 'zod';
import { accountOf, type Context } from '../../core/context.ts';
import { moveDeliveries } from '../delivery/move-deliveries.ts';
import { type Fault, errorAt, fault, notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { lengthFirst } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { MAX_MOVES } from '../limits.ts';
import type { STATE } from './fields.ts';
import { settleConfirmed } from './settle-confirmed.ts';

/** The maximum number of receipts in one call: their deliveries are completed together. */
export const MAX_ACCEPTED = MAX_MOVES;

const TOO_MANY = `must contain at most ${MAX_ACCEPTED} deliveries`;
const AcceptReceipts = z.strictObject({
  deliveryIds: lengthFirst(
    z.array(z.string()).min(1, 'must contain at least one delivery'),
    MAX_ACCEPTED,
    TOO_MANY,
  ),
});

export const ACCEPT_OUTCOMES = ['accepted', 'unchanged', 'refused'] as const;

/** The result of accepting one receipt. */
export interface AcceptResult {
  /** The id of the delivery in the request. */
  id: string;
  /** The id of the record; undefined if the account has none. */
  record: bigint | undefined;
  outcome: (typeof ACCEPT_OUTCOMES)[number];
  error: Fault | null;
}

interface ReceiptRow {
  id: bigint;
  status: string;
  state: (typeof STATE.values)[number] | null;
}

/**
 * Accepts several receipts without open disputes in one transaction, and completes their deliveries that are
 * in transit. Settled receipts stay as they are, so the call can be repeated. Returns a result for each id,
 * in their order.
 *
 * @throws AppError `validation_error`
 */
export async function acceptReceipts(context: Context, input: unknown): Promise<AcceptResult[]> {
  const { deliveryIds } = valid(AcceptReceipts, input);
  const ids = deliveryIds.map(recordIdOf);
  const rows = await inOneTransaction(context, (inside) => accept(inside, [...new Set(ids)]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id, index) => resultOf(deliveryIds[index]!, byId.get(id), `deliveryIds[${index}]`));
}

/** Returns the receipts as they were before. */
async function accept(context: Context, ids: bigint[]): Promise<ReceiptRow[]> {
  const accountId = accountOf(context);
  // Locked in the order of ids, so that two calls cannot deadlock. Only a later statement sees changes during
  // the wait.
  await context.db.$queryRaw`
    SELECT FROM deliveries WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])
    ORDER BY id FOR NO KEY UPDATE`;
  const rows = await context.db.$queryRaw<ReceiptRow[]>`
    SELECT delivery.id, delivery.status, receipt.state FROM deliveries delivery
    LEFT JOIN receipts receipt ON receipt.account_id = delivery.account_id AND receipt.delivery_id = delivery.id
    WHERE delivery.account_id = ${accountId} AND delivery.id = ANY(${ids}::bigint[])`;
  const waiting = rows.filter(({ state }) => state === 'confirmed');
  await settleConfirmed(
    context,
    waiting.map(({ id }) => id),
  );
  const arriving = waiting.filter(({ status }) => status === 'in_transit').map(({ id }) => String(id));
  if (arriving.length > 0) await moveDeliveries(context, { ids: arriving, status: 'completed' });
  return rows;
}

function resultOf(id: string, row: ReceiptRow | undefined, path: string): AcceptResult {
  const refused = (error: Fault): AcceptResult => ({ id, record: row?.id, outcome: 'refused', error });
  if (!row) return refused(notFound('delivery', path).faults[0]!);
  if (row.state === null)
    return refused(errorAt(path, 'no_receipt', 'has no receipt yet: use confirmReceipt').faults[0]!);
  if (row.state === 'confirmed') return { id, record: row.id, outcome: 'accepted', error: null };
  if (row.state === 'settled') return { id, record: row.id, outcome: 'unchanged', error: null };
  const problem = 'This receipt has open disputes. Accept or decline each of them';
  return refused(fault('disputes_open', problem, path).faults[0]!);
}
