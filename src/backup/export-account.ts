import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { openClient } from '../database/client.ts';
import { copied, type ReportProgress } from './copied.ts';
import { COPYING, PHOTOS } from './tables.ts';

/** Tables that say nothing about the account without their secrets, or that only the service needs. */
const UNEXPORTED_TABLES = [
  'api_key_earlier_secrets',
  'audit_counts',
  'idempotency_keys',
  'idempotency_usage',
  'known_devices',
  'password_resets',
  'sessions',
  'second_factors',
  'webhook_earlier_secrets',
];

/** The columns of the tables of accounts; neither secrets, nor hashes of them, nor files. */
const EXPORTED_TABLES = `
  SELECT quote_ident(relname) AS name, array_agg(quote_ident(attname) ORDER BY attnum) AS columns
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> ALL($1)
    AND atttypid <> 'bytea'::regtype AND attname !~ 'secret|hash|token|password|recovery_codes'
    AND (relname = 'accounts' OR EXISTS (
      SELECT FROM pg_attribute own
      WHERE own.attrelid = pg_class.oid AND own.attname = 'account_id' AND NOT own.attisdropped))
  GROUP BY relname ORDER BY relname`;

export interface Exported {
  tables: number;
  rows: number;
  photos: number;
}

/**
 * Writes all data of an account into a new folder, from a single snapshot: a file of JSON lines for each
 * table, without secrets, the photos and the logo. The folder gets its name when it is complete.
 *
 * @throws Error when the folder exists or cannot be written
 */
export async function exportAccount(
  url: string,
  account: bigint,
  { folder, onProgress }: { folder: string; onProgress?: ReportProgress },
): Promise<Exported> {
  const partial = await createFolder(folder);
  const client = openClient({ url, name: 'provender export' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(COPYING);
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(EXPORTED_TABLES, [
      UNEXPORTED_TABLES,
    ]);
    let rows = 0;
    for (const { name, columns } of tables) {
      const key = name === 'accounts' ? 'id' : 'account_id';
      // JSON escapes control characters, so the quote and the delimiter never occur and nothing is quoted.
      const query = `COPY (
        SELECT row_to_json(record) FROM (SELECT ${columns.join(', ')} FROM ${name} WHERE ${key} = ${account}) AS record
      ) TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`;
      const lines = copied(client.query(to(query)), (count) => onProgress?.(`${name}: ${count}`));
      await pipeline(
        async function* () {
          rows += (yield* lines).rows;
        },
        createWriteStream(join(partial, `${name}.jsonl`), { mode: 0o600, flush: true }),
      );
    }
    const photos = await writePhotos(client, account, join(partial, 'photos'));
    await writeLogo(client, account, partial);
    await rename(partial, folder);
    return { tables: tables.length, rows, photos };
  } finally {
    await client.end();
    await rm(partial, { recursive: true, force: true });
  }
}

/** Creates the folder under a name of its own, readable by the user only, like a backup. */
async function createFolder(folder: string): Promise<string> {
  const isTaken = await access(folder).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Error(`${folder} already exists: choose another name`);
  const partial = `${folder}.${process.pid}.partial`;
  await mkdir(partial, { mode: 0o700 }).catch((error: unknown) => {
    throw new Error(`${folder} cannot be written: ${String((error as NodeJS.ErrnoException).code)}`, {
      cause: error,
    });
  });
  return partial;
}

/** Writes the photos one by one, named by their id, and returns their number. */
async function writePhotos(client: Client, account: bigint, folder: string): Promise<number> {
  await mkdir(folder, { mode: 0o700 });
  for (let after = '0', count = 0; ; count++) {
    const { rows } = await client.query<{ id: string; type: string; content: Buffer }>(
      `SELECT id, media_type AS type, content FROM ${PHOTOS} WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT 1`,
      [account, after],
    );
    const photo = rows[0];
    if (!photo) return count;
    await writeFile(join(folder, `${photo.id}.${photo.type.replace(/^image\//, '')}`), photo.content, {
      mode: 0o600,
    });
    after = photo.id;
  }
}

/** Writes the logo, if the account has one. */
async function writeLogo(client: Client, account: bigint, folder: string): Promise<void> {
  const { rows } = await client.query<{ type: string; content: Buffer }>(
    'SELECT media_type AS type, content FROM logos WHERE account_id = $1',
    [account],
  );
  for (const { type, content } of rows) {
    await writeFile(join(folder, `logo.${type.replace(/^image\//, '')}`), content, { mode: 0o600 });
  }
}
