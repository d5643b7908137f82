import type { Pool } from 'pg';
import type { Config } from '../../../config.ts';
import { openPool } from '../../../database/client.ts';
import { errorAt } from '../../core/errors.ts';

const LOCK_KEY = 7_768_342;
const CONNECTIONS = 2;
const TIMEOUT_MS = 2_000;
const PAGE = 2_000;

// Statements without parameters run in one transaction. The key keeps outsiders from guessing which hashes
// are adjacent.
const PREPARE = `
  SELECT pg_advisory_xact_lock(${LOCK_KEY});
  CREATE SCHEMA IF NOT EXISTS directory;
  CREATE TABLE IF NOT EXISTS directory.secret (key bytea NOT NULL);
  CREATE TABLE IF NOT EXISTS directory.emails (hash bytea PRIMARY KEY, cell text NOT NULL);
  INSERT INTO directory.secret (key)
  SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  WHERE NOT EXISTS (SELECT FROM directory.secret);`;

const HASH = `sha256(key || convert_to(email, 'UTF8')) AS hash FROM directory.secret`;

const CLAIM = `
  INSERT INTO directory.emails AS claim (hash, cell)
  SELECT hash, $2 FROM (SELECT ${HASH}, (SELECT $1::text AS email) AS given) AS hashed
  ON CONFLICT (hash) DO UPDATE SET cell = excluded.cell WHERE claim.cell = excluded.cell
  RETURNING xmax = 0 AS "isNew"`;

// The query sees the state before the deletion.
const RELEASE = `
  WITH hashed AS (SELECT ${HASH}, (SELECT $1::text AS email) AS given),
  released AS (DELETE FROM directory.emails USING hashed WHERE emails.hash = hashed.hash AND cell = $2)
  SELECT cell FROM directory.emails JOIN hashed USING (hash)`;

const CELL_OF = `
  WITH hashed AS (SELECT ${HASH}, (SELECT $1::text AS email) AS given)
  SELECT coalesce(
    (SELECT cell FROM directory.emails WHERE hash >= (SELECT hash FROM hashed) ORDER BY hash LIMIT 1),
    (SELECT cell FROM directory.emails ORDER BY hash LIMIT 1)) AS cell`;

const ADOPT = `
  WITH hashed AS MATERIALIZED (SELECT ${HASH}, unnest($1::text[]) AS email ORDER BY 1),
  adopted AS (INSERT INTO directory.emails SELECT hash, $2 FROM hashed ON CONFLICT DO NOTHING)
  SELECT count(*)::int AS taken FROM hashed JOIN directory.emails USING (hash) WHERE cell <> $2`;

/** Maps e-mail addresses to cells, for all cells. Addresses must be normalized as in accounts. */
export interface Directory {
  /** The name of this cell. */
  cell: string;
  /**
   * Reserves an e-mail for this cell, and returns whether it was unclaimed. Repeating it is allowed, because
   * an earlier attempt may not have finished. Called by `claimEmail`.
   *
   * @throws AppError `validation_error` if another cell has it
   */
  claim(email: string): Promise<boolean>;
  /**
   * Releases an e-mail if this cell has claimed it. Returns the cell that had claimed it; undefined for none.
   * Called by `releaseEmail`.
   */
  release(email: string): Promise<string | undefined>;
  /**
   * Returns the cell of an e-mail. For an unknown e-mail it returns the cell of the next hash, so that the
   * result does not reveal whether an account exists. Returns undefined as long as there are no accounts.
   */
  cellOf(email: string): Promise<string | undefined>;
  /**
   * Claims the e-mails of all accounts in this cell's database. Returns how many of them another cell has.
   */
  adopt(accounts: Pool): Promise<number>;
  close(): Promise<void>;
}

declare module '../../core/context.ts' {
  interface Settings {
    /** The directory of cells, if there are several. */
    directory?: Directory | undefined;
  }
}

/**
 * Opens the directory, if there are several cells. It connects and creates its tables on first use, so that
 * everything else works while the directory is unavailable.
 */
export function openDirectory({
  CELL: cell,
  DIRECTORY_URL: url,
}: Pick<Config, 'CELL' | 'DIRECTORY_URL'>): Directory | undefined {
  if (!cell || !url) return undefined;
  const limits = { max: CONNECTIONS, connectionTimeoutMillis: TIMEOUT_MS, statementTimeoutMs: TIMEOUT_MS };
  // A lost connection fails its query; the next query opens a new one.
  const pool = openPool({ url, name: 'provender directory', ...limits }, () => {});
  let preparing: Promise<unknown> | undefined;

  async function query<Row extends object>(text: string, values: unknown[]) {
    preparing ??= pool.query(PREPARE);
    await preparing.catch((error: unknown) => {
      preparing = undefined;
      throw error;
    });
    return pool.query<Row>(text, values);
  }

  return {
    cell,
    async claim(email) {
      const { rows } = await query<{ isNew: boolean }>(CLAIM, [email, cell]);
      if (!rows[0]) throw emailTaken();
      return rows[0].isNew;
    },
    async release(email) {
      const { rows } = await query<{ cell: string }>(RELEASE, [email, cell]);
      return rows[0]?.cell;
    },
    async cellOf(email) {
      const { rows } = await query<{ cell: string | null }>(CELL_OF, [email]);
      return rows[0]?.cell ?? undefined;
    },
    async adopt(accounts) {
      let taken = 0;
      for (let after: string | undefined = ''; after !== undefined;) {
        const { rows }: { rows: { email: string }[] } = await accounts.query(
          `SELECT email FROM people WHERE email > $1 ORDER BY email LIMIT ${PAGE}`,
          [after],
        );
        const emails = rows.map(({ email }) => email);
        const adopted = await query<{ taken: number }>(ADOPT, [emails, cell]);
        taken += adopted.rows[0]!.taken;
        after = rows.at(-1)?.email;
      }
      return taken;
    },
    close: () => pool.end(),
  };
}

/** Returns the error for an e-mail that another account has, in any cell. */
export function emailTaken() {
  return errorAt('email', 'email_taken', 'is already in use', null);
}
