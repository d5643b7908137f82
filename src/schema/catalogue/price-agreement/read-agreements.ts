import type { Db } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import type { AgreementRow } from './agreement-row.ts';

/** The agreement that a row means, if there is one, and the state of its product. */
export interface StoredAgreement {
  id: bigint | null;
  price: number | null;
  validTo: string | null;
  /** Null if the account lacks the product. */
  isArchived: boolean | null;
}

/** Returns SQL for rows as a table, with their positions from 1. */
export function inputRows(rows: readonly AgreementRow[]): Prisma.Sql {
  return Prisma.sql`
    unnest(${rows.map(({ supermarketId }) => supermarketId)}::bigint[],
           ${rows.map(({ productId }) => productId)}::bigint[],
           ${rows.map(({ price }) => (price === null ? null : String(price)))}::numeric[],
           ${rows.map(({ validFrom }) => validFrom)}::date[],
           ${rows.map(({ validTo }) => validTo)}::date[])
    WITH ORDINALITY AS input (supermarket_id, product_id, price, valid_from, valid_to, position)`;
}

/** Returns the condition for the agreement that a row means. */
export function isMeant(accountId: bigint): Prisma.Sql {
  return Prisma.sql`
    agreement.account_id = ${accountId} AND agreement.supermarket_id = input.supermarket_id
    AND agreement.product_id = input.product_id AND agreement.valid_from = input.valid_from`;
}

/** Reads the agreement that each row means, and the state of its product. */
export async function readMeant(context: Context, rows: readonly AgreementRow[]): Promise<StoredAgreement[]> {
  const accountId = accountOf(context);
  const stored = await context.db.$queryRaw<
    (Omit<StoredAgreement, 'price'> & { price: Prisma.Decimal | null })[]
  >`
    SELECT agreement.id, agreement.price, agreement.valid_to::text AS "validTo",
           CASE WHEN product.id IS NOT NULL THEN product.archived_at IS NOT NULL END AS "isArchived"
    FROM ${inputRows(rows)}
    LEFT JOIN price_agreements agreement ON ${isMeant(accountId)}
    LEFT JOIN products product ON product.account_id = ${accountId} AND product.id = input.product_id
    ORDER BY input.position`;
  return stored.map(({ price, ...others }) => ({ ...others, price: price === null ? null : Number(price) }));
}

/** Counts the agreements of an account, up to one more than `max`. */
export async function countAgreements(db: Db, accountId: bigint, max: number): Promise<number> {
  const [{ count }] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count
    FROM (SELECT FROM price_agreements WHERE account_id = ${accountId} LIMIT ${max + 1}) AS counted`;
  return count;
}
