import { runHeavily } from '../../../database/current-work.ts';
import { unprepared } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../../core/context.ts';
import { MAX_SUGGESTIONS } from '../limits.ts';
import { alikeKeys, lotKey, nearKeys } from './lot-key.ts';
import { type Trace, tracedRows } from './trace.ts';

/** The maximum number of lines that are read for each of some hundred keys. */
const MAX_LINES = 200;

/**
 * Returns lots of the account, or of the product, similar to the only lot of a trace without results, most
 * similar first; null if the trace has results, or names no single lot.
 */
export async function readSuggestions(context: Context, trace: Trace): Promise<string[] | null> {
  const [lot, ...others] = trace.lots;
  if (lot === undefined || others.length > 0 || (await findsAny(context, trace))) return null;
  const key = lotKey(lot);
  const found = await lotsWithKeys(context, trace, [...new Set([...nearKeys(lot), ...alikeKeys(lot)])]);
  return found
    .map((each) => ({ lot: each, isSame: lotKey(each) === key }))
    .toSorted((one, other) => Number(other.isSame) - Number(one.isSame) || (one.lot < other.lot ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map((each) => each.lot);
}

/**
 * Returns other spellings of the traced lots: they differ in case, spaces, signs, leading zeros, accents,
 * invisible characters, or characters that look the same.
 */
export async function readSpellings(context: Context, trace: Trace): Promise<string[]> {
  const keys = [...new Set(trace.lots.flatMap(alikeKeys))];
  if (keys.length === 0) return [];
  const found = await lotsWithKeys(context, trace, keys);
  return found.toSorted().slice(0, MAX_SUGGESTIONS * trace.lots.length);
}

/** Reads further lots with one of these keys, in deliveries that are not cancelled. */
async function lotsWithKeys(
  context: Context,
  { accountId, lots, productId }: Trace,
  keys: readonly string[],
): Promise<string[]> {
  const ofProduct = productId === null ? Prisma.empty : Prisma.sql`AND lot.product_id = ${productId}`;
  const found = await runHeavily(
    () => context.db.$queryRaw<{ lot: string }[]>`
    ${unprepared} SELECT DISTINCT near.lot FROM unnest(${[...keys]}::text[]) AS given (key), LATERAL (
      SELECT lot.lot FROM delivery_item_lots lot
      WHERE lot.account_id = ${accountId} AND lot_key(lot.lot) COLLATE "C" = given.key
        AND lot.lot IS NOT NULL AND lot.superseded_at IS NULL AND lot.lot <> ALL(${[...lots]}::text[]) ${ofProduct}
        AND EXISTS (
          SELECT FROM deliveries delivery
          WHERE delivery.account_id = lot.account_id AND delivery.id = lot.delivery_id
            AND delivery.status <> 'cancelled')
      LIMIT ${MAX_LINES}
    ) AS near`,
  );
  return found.map((each) => each.lot);
}

async function findsAny(context: Context, trace: Trace): Promise<boolean> {
  const [{ found }] = await context.db.$queryRaw<[{ found: boolean }]>`
    ${unprepared} SELECT EXISTS (SELECT ${tracedRows(trace)}) AS found`;
  return found;
}
