import { actorOf } from '../../core/audit/by-whom.ts';
import { leaveEntry } from '../../core/audit/leave-entry.ts';
import { accountOf, type Context } from '../../core/context.ts';

/** A lot in the record of a correction. */
export interface KeptLot {
  lot: string | null;
  bestBefore: string | null;
  useBy: string | null;
  quantity: number;
  source: string | null;
}

interface NewCorrection {
  deliveryId: bigint;
  productId: bigint;
  lots: readonly CorrectionLot[];
  reason: string;
}

/**
 * Supersedes the lots of a line, which the caller has locked, and records who corrected them, why, and from
 * which to which lots: for the history of the delivery, and in the audit log.
 */
export async function writeCorrection(
  context: Context,
  { deliveryId, productId, lots, reason }: NewCorrection,
): Promise<void> {
  const accountId = accountOf(context);
  const rows = await context.db.$queryRaw<(KeptLot & { id: bigint })[]>`
    UPDATE delivery_item_lots SET superseded_at = now(), reason = ${reason}
    WHERE account_id = ${accountId} AND delivery_id = ${deliveryId} AND product_id = ${productId}
      AND superseded_at IS NULL
    RETURNING id, lot, to_char(best_before, 'YYYY-MM-DD') AS "bestBefore", to_char(use_by, 'YYYY-MM-DD') AS "useBy",
              quantity, source`;
  const before = rows.toSorted((a, b) => Number(a.id - b.id)).map(keptLot);
  const after = lots.map(keptLot);
  const { personId = null, keyId = null } = actorOf(context);
  await context.db.$executeRaw`
    INSERT INTO lot_corrections (account_id, delivery_id, product_id, person_id, key_id, corrected_by, reason,
                                 lots_before, lots_after)
    SELECT ${accountId}, ${deliveryId}, ${productId}, ${personId}::bigint, ${keyId}::bigint,
           coalesce((SELECT name FROM people WHERE account_id = ${accountId} AND id = ${personId}::bigint),
                    (SELECT name FROM api_keys WHERE account_id = ${accountId} AND id = ${keyId}::bigint)),
           ${reason}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb`;
  const details = {
    delivery: String(deliveryId),
    product: String(productId),
    reason,
    before: before.map(inWords),
    after: after.map(inWords),
  };
  await leaveEntry(context, { action: 'lots.corrected', details });
}

type CorrectionLot = { [Name in keyof KeptLot]?: KeptLot[Name] | undefined } & { quantity: number };

function keptLot({ lot, bestBefore, useBy, quantity, source }: CorrectionLot): KeptLot {
  return {
    lot: lot ?? null,
    bestBefore: bestBefore ?? null,
    useBy: useBy ?? null,
    quantity,
    source: source ?? null,
  };
}

/** Returns a lot as text, such as `L4711, best before 2099-12-20: 120`. */
function inWords({ lot, bestBefore, useBy, quantity }: KeptLot): string {
  const names = [lot, bestBefore && `best before ${bestBefore}`, useBy && `use by ${useBy}`];
  return `${names.filter(Boolean).join(', ')}: ${quantity}`;
}
