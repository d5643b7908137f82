import type { Pool, PoolClient } from 'pg';
import { SEALED_ALERTS } from '../schema/exchange/alert/sealed-rows.ts';
import { SEALED_RESPONSES } from '../schema/core/idempotency/sealed-rows.ts';
import { SEALED_FACTORS } from '../schema/people/second-factor/sealed-rows.ts';
import type { SealedRows } from '../schema/core/secret/sealed-rows.ts';
import type { SecretBox } from '../schema/core/secret/secret-box.ts';
import { SEALED_WEBHOOKS } from '../schema/exchange/webhook/sealed-rows.ts';

const SECRET_BATCH = 200;
/** A length that includes the beginning of an encrypted text, which names its key. */
const BEGINNING = 100;

/** All rows with encrypted secrets, in the order in which they are rewritten. */
export const SEALED: readonly SealedRows[] = [
  ...SEALED_WEBHOOKS,
  // guard: sealed-alerts
  ...SEALED_ALERTS,
  ...SEALED_FACTORS,
  ...SEALED_RESPONSES,
];

/** Which rows to rewrite: those in plain text, or also those encrypted with another key than the first. */
export type Which = 'plain' | 'outdated';

/**
 * Encrypts stored secrets with the first key of `box`, in short transactions, and returns how many rows it
 * rewrote. Rows are locked while they are rewritten, so several processes can do this at once, during
 * rotations and new webhooks.
 *
 * @throws Error when a secret cannot be decrypted
 */
export async function resealSecrets(pool: Pool, box: SecretBox, which: Which): Promise<number> {
  if (box.prefix === undefined) return 0;
  const current = which === 'plain' ? 'sealed:' : box.prefix;
  let count = 0;
  for (const rows of SEALED) count += await resealRows(pool, box, rows, current);
  return count;
}

/**
 * Returns the ids of the keys that stored secrets are encrypted with. Reads every webhook and the idempotent
 * responses that contain a secret: run it once per start, not per request.
 */
export async function usedKeyIds(pool: Pool): Promise<string[]> {
  const stored = SEALED.flatMap(({ table, columns, holdsSecret = 'true' }) =>
    columns.map(
      (column) => `SELECT left(${column}, ${BEGINNING}) AS text FROM ${table} WHERE ${holdsSecret}`,
    ),
  );
  const { rows } = await pool.query<{ id: string }>(`
    SELECT DISTINCT split_part(text, ':', 3) AS id FROM (${stored.join(' UNION ALL ')}) AS stored
    WHERE starts_with(text, 'sealed:')`);
  return rows.map(({ id }) => id);
}

/** The key and the secrets of a row by the names of their columns, as texts or null. */
type SealedRow = Record<string, string | null>;

/** Rewrites the rows of a table in batches, one transaction each, and returns how many. */
async function resealRows(pool: Pool, box: SecretBox, sealed: SealedRows, current: string): Promise<number> {
  const client = await pool.connect();
  let count = 0;
  let last: SealedRow | undefined;
  try {
    do {
      await client.query('BEGIN');
      const rows = await lockBatch(client, sealed, current, last);
      await writeBatch(
        client,
        sealed,
        rows.map((row) => reseal(row, sealed, box)),
      );
      await client.query('COMMIT');
      count += rows.length;
      last = rows.length === SECRET_BATCH ? rows.at(-1) : undefined;
    } while (last);
    client.release();
    return count;
  } catch (error) {
    // Closing the connection rolls back.
    client.release(true);
    throw error;
  }
}

/** Locks the next rows that must be rewritten, and returns them. */
async function lockBatch(
  client: PoolClient,
  { table, key, columns, holdsSecret = 'true', isLeftWhenLocked }: SealedRows,
  current: string,
  after: SealedRow | undefined,
): Promise<SealedRow[]> {
  const names = Object.keys(key);
  const place = Object.values(key).map((type, at) => `$${at + 2}::${type}`);
  const isCurrent = columns.map((column) => `starts_with(coalesce(${column}, $1), $1)`);
  const { rows } = await client.query<SealedRow>(
    `SELECT ${[...names, ...columns].join(', ')} FROM ${table}
     WHERE ${holdsSecret} AND (${names.join(', ')}) > (${place.join(', ')})
       /* guard: current-seal */ AND NOT (${isCurrent.join(' AND ')})
     ORDER BY ${names.join(', ')} LIMIT ${SECRET_BATCH}
     FOR NO KEY UPDATE${isLeftWhenLocked ? ' SKIP LOCKED' : ''}`,
    [current, ...names.map((name) => after?.[name] ?? START_BY_TYPE[key[name]!])],
  );
  return rows;
}

/** The value before all values of a type in a key. */
const START_BY_TYPE = { bigint: '0', text: '' };

function reseal(row: SealedRow, { columns, ownerOf }: SealedRows, box: SecretBox): SealedRow {
  const owner = ownerOf(row as Record<string, string>);
  const resealed = columns.map((column) => {
    const stored = row[column];
    return [column, stored && box.seal(box.open(stored, owner), owner)];
  });
  return { ...row, ...Object.fromEntries(resealed) };
}

async function writeBatch(
  client: PoolClient,
  { table, key, columns }: SealedRows,
  rows: readonly SealedRow[],
): Promise<void> {
  const types: Record<string, string> = {
    ...key,
    ...Object.fromEntries(columns.map((column) => [column, 'text'])),
  };
  const names = Object.keys(types);
  const lists = Object.values(types).map((type, at) => `$${at + 1}::${type}[]`);
  const same = Object.keys(key).map((name) => `stored.${name} = new.${name}`);
  await client.query(
    `UPDATE ${table} stored SET ${columns.map((column) => `${column} = new.${column}`).join(', ')}
     FROM unnest(${lists.join(', ')}) AS new (${names.join(', ')})
     WHERE ${same.join(' AND ')}`,
    names.map((name) => rows.map((row) => row[name])),
  );
}
