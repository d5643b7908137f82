import type { Pool, PoolClient } from 'pg';
import { transact } from '../../database/transact.ts';
import { isVisible, storable } from '../noun/texts.ts';
import { TEXT_TABLES, type TextTable } from './stored-texts.ts';

/** The rows that are looked at in one transaction. */
const CHUNK = 2_000;
/** A worker that stops waits for its jobs, so each run is short. */
const RUN_MS = 3_000;
/** The second pass finds what an older version wrote, which may run beside this one for so long. */
const PASSES = 2;
const BETWEEN_PASSES = `interval '1 day'`;
/** How many texts that stayed as they were are tried again in a run. */
const RETRIED = 100;
/** Anything but printable ASCII without spaces at its ends can have another form. */
const SUSPICIOUS = `'[^ -~]|^ | $'`;
const TAKEN = '23505';
const REFUSED = '23514';

type Rows = Record<string, string | string[] | null>;

/** A text that gets its form. */
interface TextChange {
  /** The account, and the rest of the key. */
  key: string[];
  from: string | string[];
  to: string | string[];
}

/**
 * Brings texts from before to their form, without events, in short transactions that each remember how far they got.
 * Texts that cannot have it stay, and are listed in `text_conflicts`.
 */
export async function formStoredTexts(pool: Pool): Promise<void> {
  const deadline = Date.now() + RUN_MS;
  const names = TEXT_TABLES.map(({ name }) => name);
  // Inserting what is there would wait for another worker.
  await pool.query(
    `INSERT INTO text_progress (table_name)
     SELECT name FROM unnest($1::text[]) AS name
     WHERE NOT EXISTS (SELECT FROM text_progress WHERE table_name = name)
     ON CONFLICT DO NOTHING`,
    [names],
  );
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM text_progress
     WHERE passes = 0 OR (passes < ${PASSES} AND (position <> '{}' OR finished_at < now() - ${BETWEEN_PASSES}))`,
  );
  const due = new Set(rows.map(({ name }) => name));
  for (const table of TEXT_TABLES) {
    if (!due.has(table.name)) continue;
    while (await transact(pool, (client) => formChunk(client, table))) {
      if (Date.now() > deadline) return;
    }
  }
  await transact(pool, retry);
}

/** Forms the next rows of a table, and returns whether there may be more. Another worker's rows are left to it. */
async function formChunk(client: PoolClient, table: TextTable): Promise<boolean> {
  const { rows: progress } = await client.query<{ position: string[] }>(
    'SELECT position FROM text_progress WHERE table_name = $1 FOR UPDATE SKIP LOCKED',
    [table.name],
  );
  if (progress.length === 0) return false;
  const { position } = progress[0]!;
  const key = keyOf(table);
  const columns = Object.keys(table.columns);
  const texts = columns.map((column) => (isList(column) ? `array_to_string(${column}, ' ')` : column));
  const given = position.map((_, at) => `$${at + 1}::bigint`);
  const beyond = given.length > 0 ? `WHERE (${key.join(', ')}) > (${given.join(', ')})` : '';
  const order = `ORDER BY ${key.join(', ')}`;
  const { rows: ends } = await client.query<{ end: string[] }>(
    `SELECT ARRAY[${key.join(', ')}]::bigint[] AS end
     FROM ${table.name} ${beyond} ${order} OFFSET ${CHUNK - 1} LIMIT 1`,
    position,
  );
  const end = ends[0]?.end;
  const { rows } = await client.query<Rows>(
    `SELECT ${[...key.map((each) => `${each}::text`), ...columns].join(', ')} FROM (
       SELECT * FROM ${table.name} ${beyond} ${order} LIMIT ${CHUNK}) AS chunk
     WHERE ${texts.map((text) => `${text} ~ ${SUSPICIOUS}`).join(' OR ')}`,
    position,
  );
  for (const column of columns) {
    const changes = rows.flatMap((row) => changeOf(table, column, row) ?? []);
    if (changes.length > 0) await change(client, table, column, changes);
  }
  await client.query(
    end
      ? 'UPDATE text_progress SET position = $2::bigint[] WHERE table_name = $1'
      : `UPDATE text_progress SET position = $2::bigint[], passes = passes + 1, finished_at = now()
         WHERE table_name = $1`,
    [table.name, end ?? []],
  );
  return end !== undefined;
}

function changeOf(table: TextTable, column: string, row: Rows): TextChange | undefined {
  const from = row[column] ?? null;
  if (from === null) return undefined;
  const form = table.columns[column]!;
  const formed = (text: string) => form(storable(text));
  // A withdrawal is of each lot once.
  const to = Array.isArray(from) ? [...new Set(from.map(formed))] : formed(from);
  if (String(to) === String(from)) return undefined;
  return { key: keyOf(table).map((name) => String(row[name])), from, to };
}

/** Changes a column of many rows at once or, if one of them cannot be changed, one after the other. */
async function change(
  client: PoolClient,
  table: TextTable,
  column: string,
  changes: TextChange[],
): Promise<void> {
  const seen = changes.filter(({ to }) => [to].flat().every(isVisible));
  const unseen = changes.filter((each) => !seen.includes(each));
  for (const each of unseen) await keep(client, table, column, each, 'empty');
  if (seen.length === 0) return;
  if (!isList(column) && (await tried(client, table, column, seen)) === undefined) return;
  for (const each of seen) {
    const problem = await tried(client, table, column, [each]);
    if (problem) await keep(client, table, column, each, problem);
  }
}

/** Returns what refused the changes, all of which are undone then. */
async function tried(
  client: PoolClient,
  table: TextTable,
  column: string,
  changes: TextChange[],
): Promise<'taken' | 'too_long' | undefined> {
  const key = keyOf(table);
  const type = isList(column) ? 'text[]' : 'text';
  const keys = key.map((_, at) => changes.map((each) => each.key[at]));
  // Both texts follow the key. A list is changed alone.
  const texts = `$${key.length + 1}::text[], $${key.length + 2}::text[]`;
  const ids = key.map((_, at) => `$${at + 1}::bigint[]`).join(', ');
  const given = isList(column)
    ? `SELECT ${key.map((_, at) => `($${at + 1}::bigint[])[1]`).join(', ')}, ${texts}`
    : `SELECT * FROM unnest(${ids}, ${texts})`;
  const values = isList(column)
    ? [changes[0]!.from, changes[0]!.to]
    : [changes.map(({ from }) => from), changes.map(({ to }) => to)];
  const names = key.map((_, at) => `k${at}`);
  await client.query('SAVEPOINT changing');
  try {
    await client.query(
      `UPDATE ${table.name} AS record SET ${column} = given.new ${isList(column) ? KEPT_LOTS : ''}
       FROM (${given}) AS given (${[...names, 'old', 'new'].join(', ')})
       WHERE ${key.map((name, at) => `record.${name} = given.${names[at]}`).join(' AND ')}
         AND record.${column} = given.old::${type} ${likeItsLine(table, column)}`,
      [...keys, ...values],
    );
    await client.query('RELEASE SAVEPOINT changing');
    return undefined;
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT changing');
    const { code } = error as { code?: string };
    if (code === TAKEN) return 'taken';
    if (code === REFUSED) return 'too_long';
    throw error;
  }
}

/** A withdrawal is also of lots that stayed as they were. */
const KEPT_LOTS = `|| ARRAY(
  SELECT DISTINCT line.lot FROM delivery_item_lots line
  WHERE line.account_id = record.account_id AND line.product_id = record.product_id
    AND line.lot = ANY (record.lots) AND line.lot <> ALL (given.new) AND line.superseded_at IS NULL)`;

/** A return, or a dispute, names the lot of its line, also one that stayed as it was. */
function likeItsLine({ name }: TextTable, column: string): string {
  if (column !== 'lot' || name === 'delivery_item_lots') return '';
  return `AND NOT EXISTS (
    SELECT FROM delivery_item_lots line
    WHERE line.account_id = record.account_id AND line.delivery_id = record.delivery_id
      AND line.product_id = record.product_id AND line.lot = record.lot AND line.superseded_at IS NULL)`;
}

async function keep(
  client: PoolClient,
  { name }: TextTable,
  column: string,
  { key: [account, ...rest], from }: TextChange,
  problem: string,
): Promise<void> {
  await client.query(
    `INSERT INTO text_conflicts (account_id, table_name, column_name, record_key, text, problem)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (account_id, table_name, column_name, record_key)
     DO UPDATE SET text = excluded.text, problem = excluded.problem, checked_at = now()`,
    [account, name, column, rest.join(','), [from].flat().join(', '), problem],
  );
}

/** Tries texts again that stayed as they were, the longest unchecked first: their record, or the other one, can have changed. */
async function retry(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ account: string; name: string; column: string; rest: string }>(
    `DELETE FROM text_conflicts WHERE (account_id, table_name, column_name, record_key) IN (
       SELECT account_id, table_name, column_name, record_key FROM text_conflicts
       ORDER BY checked_at LIMIT ${RETRIED} FOR UPDATE SKIP LOCKED)
     RETURNING account_id::text AS account, table_name AS name, column_name AS column, record_key AS rest`,
  );
  for (const { account, name, column, rest } of rows) {
    const table = TEXT_TABLES.find((each) => each.name === name);
    if (!table?.columns[column]) continue;
    const key = keyOf(table);
    const { rows: records } = await client.query<Rows>(
      `SELECT ${[...key.map((each) => `${each}::text`), column].join(', ')} FROM ${name}
       WHERE ${key.map((each, at) => `${each} = $${at + 1}`).join(' AND ')}`,
      [account, ...rest.split(',').filter(Boolean)],
    );
    const changes = records.flatMap((record) => changeOf(table, column, record) ?? []);
    if (changes.length > 0) await change(client, table, column, changes);
  }
}

/** Accounts are their own. */
function keyOf({ name, key }: TextTable): string[] {
  return [name === 'accounts' ? 'id' : 'account_id', ...key];
}

/** The only list is that of the lots of a withdrawal. */
function isList(column: string): boolean {
  return column === 'lots';
}
