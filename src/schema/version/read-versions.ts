import { Prisma } from '../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';

/** What identifies a record: its id, or of a delivery's line those of the delivery and the product. */
export type VersionKey = bigint | { deliveryId: bigint; productId: bigint };

/** The kinds of records that have a version. */
export type Versioned = 'account' | 'branch' | 'delivery' | 'line' | 'product' | 'supermarket' | 'webhook';

const WHOLE = Prisma.sql`record`;
/** Where the records are, and what of them is hashed. */
const SOURCES: Record<Exclude<Versioned, 'account' | 'line'>, [table: Prisma.Sql, content: Prisma.Sql]> = {
  branch: [Prisma.sql`branches`, WHOLE],
  delivery: [Prisma.sql`deliveries`, WHOLE],
  product: [Prisma.sql`products`, WHOLE],
  supermarket: [Prisma.sql`supermarkets`, WHOLE],
  // The rest of it changes with each callback.
  webhook: [Prisma.sql`webhook_subscriptions`, Prisma.sql`ROW(url, events, description)`],
};

/**
 * Reads the versions of records: a hash of the row, and for a line of its lots as well. Undefined for records that do
 * not exist.
 */
export async function readVersions(
  context: Context,
  kind: Versioned,
  keys: readonly VersionKey[],
): Promise<(string | undefined)[]> {
  const rows = await context.db.$queryRaw<{ key: string; version: string }[]>(
    statementOf(kind, accountOf(context), keys),
  );
  const byKey = new Map(rows.map(({ key, version }) => [key, version]));
  return keys.map((key) => byKey.get(nameOf(key)));
}

function statementOf(kind: Versioned, accountId: bigint, keys: readonly VersionKey[]): Prisma.Sql {
  const ids = keys.filter((key) => typeof key === 'bigint');
  if (kind === 'account') {
    return Prisma.sql`
      SELECT id::text AS key, md5(record::text) AS version FROM accounts AS record
      WHERE id = ${accountId} AND id = ANY(${ids}::bigint[])`;
  }
  if (kind !== 'line') {
    const [table, content] = SOURCES[kind];
    return Prisma.sql`
      SELECT id::text AS key, md5((${content})::text) AS version FROM ${table} AS record
      WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`;
  }
  const lines = keys.filter((key) => typeof key !== 'bigint');
  return Prisma.sql`
    SELECT concat(delivery_id, ' ', product_id) AS key, md5(concat(record::text, (
      SELECT string_agg(lot::text, ' ' ORDER BY id) FROM delivery_item_lots lot
      WHERE lot.account_id = ${accountId} AND lot.delivery_id = record.delivery_id AND lot.product_id = record.product_id
        AND superseded_at IS NULL
    ))) AS version
    FROM unnest(${lines.map(({ deliveryId }) => deliveryId)}::bigint[],
                ${lines.map(({ productId }) => productId)}::bigint[]) AS asked (delivery_id, product_id)
    JOIN delivery_items AS record USING (delivery_id, product_id)
    WHERE account_id = ${accountId}`;
}

function nameOf(key: VersionKey): string {
  return typeof key === 'bigint' ? String(key) : `${key.deliveryId} ${key.productId}`;
}
