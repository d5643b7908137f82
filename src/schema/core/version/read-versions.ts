import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { tableOf, versionedIn } from '../noun/noun-sql.ts';
import { NOUNS, type Versioned } from '../nouns.ts';

/** The key of a record: its id, or for a delivery's line the ids of the delivery and of the product. */
export type VersionKey = bigint | { deliveryId: bigint; productId: bigint };

/**
 * The kinds of records that have a version: nouns, the account, its people for their role, and the lines of a
 * delivery.
 */
export type VersionedKind = Versioned | 'account' | 'person' | 'line';

/** Returns the word for a record of a kind in messages. */
export function wordOf(kind: VersionedKind): string {
  return kind in NOUNS ? NOUNS[kind as Versioned].word : kind;
}

/**
 * Reads the versions of records: a hash of the row, and for a line of its lots as well. Undefined for records
 * that do not exist.
 */
export async function readVersions(
  context: Context,
  kind: VersionedKind,
  keys: readonly VersionKey[],
): Promise<(string | undefined)[]> {
  const rows = await context.db.$queryRaw<{ key: string; version: string }[]>(
    statementOf(kind, accountOf(context), keys),
  );
  const byKey = new Map(rows.map(({ key, version }) => [key, version]));
  return keys.map((key) => byKey.get(nameOf(key)));
}

function statementOf(kind: VersionedKind, accountId: bigint, keys: readonly VersionKey[]): Prisma.Sql {
  const ids = keys.filter((key) => typeof key === 'bigint');
  if (kind === 'account') {
    return Prisma.sql`
      SELECT id::text AS key, md5(record::text) AS version FROM accounts AS record
      WHERE id = ${accountId} AND id = ANY(${ids}::bigint[])`;
  }
  if (kind === 'person') {
    return Prisma.sql`
      SELECT id::text AS key, md5(ROW(id, role)::text) AS version FROM people
      WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`;
  }
  if (kind !== 'line') {
    return Prisma.sql`
      SELECT id::text AS key, md5((${versionedIn(kind)})::text) AS version FROM ${tableOf(kind)} AS record
      WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`;
  }
  const lines = keys.filter((key) => typeof key !== 'bigint');
  return Prisma.sql`
    SELECT concat(delivery_id, ' ', product_id) AS key, md5(concat(record::text, (
      SELECT string_agg(lot::text, ' ' ORDER BY id) FROM delivery_item_lots lot
      WHERE lot.account_id = ${accountId} AND lot.delivery_id = record.delivery_id
        AND lot.product_id = record.product_id
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
