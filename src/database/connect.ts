import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { FairPool } from '@provender/fair-pool';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { currentWork } from './current-work.ts';
import { type ConnectionSettings, configOf } from './client.ts';
import { direct, isTransaction } from './direct/direct.ts';
import { SHARES } from './shares.ts';
import { traceStatements } from './trace-statements.ts';

/** How long a transaction waits for a connection. */
const TRANSACTION_WAIT_MS = 10_000;
const MAX_STATEMENT_NAMES = 500;
/**
 * The maximum number of statements to prepare on a connection; each uses memory of its PostgreSQL process.
 */
const MAX_PREPARED = 500;
const MAX_STATEMENT_CHARACTERS = 4 * 1_024 * 1_024;
const UNPREPARED = '/* unprepared */';

/**
 * Marks a statement whose best plan depends on its values. If it were prepared, PostgreSQL would after five
 * executions use one plan for all values, which reads the whole table where few rows match.
 */
export const unprepared = Prisma.raw(UNPREPARED);

/** A Prisma client or one of its open transactions. */
export type Db = PrismaClient | Prisma.TransactionClient;

/** An open transaction. */
export type Tx = Prisma.TransactionClient;

export interface Database {
  prisma: PrismaClient;
  /** The client's connections without Prisma, for frequent single statements. */
  pool: FairPool;
  close(): Promise<void>;
}

export interface ConnectOptions extends Pick<
  ConnectionSettings,
  'statementTimeoutMs' | 'isPooled' | 'isStandby'
> {
  /** The maximum number of connections. */
  max?: number;
  onError?: (error: Error) => void;
}

/** Opens a pool on `url`; connections are opened on first use. */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { max = 10, onError = () => {} } = options;
  const pool = new FairPool({
    ...configOf({ url, name: 'provender', ...options }),
    shares: SHARES,
    currentWork,
    max,
  });
  pool.on('error', onError);
  traceStatements(pool);
  const statementNameGenerator = statementNames(pool);
  const adapter = new PrismaPg(pool, { statementNameGenerator, onPoolError: onError });
  // Longer formats include the arguments of the call, with secrets.
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' });
  const prisma = direct(client, pool, statementNameGenerator);
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/**
 * Runs `work` in the open transaction, or in a new one. The isolation level is READ COMMITTED, the default;
 * locks and constraints protect rules that races could break.
 */
export function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: IsolationLevel = {},
): Promise<T> {
  if (isTransaction(db)) return work(db);
  return (db as PrismaClient).$transaction(work, {
    maxWait: TRANSACTION_WAIT_MS,
    timeout: 20_000,
    ...options,
  });
}

type IsolationLevel = Pick<NonNullable<Parameters<PrismaClient['$transaction']>[1]>, 'isolationLevel'>;

/**
 * Runs `work`, which reads by several statements, on one state of the database; or in the open transaction.
 */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, work, { isolationLevel: 'RepeatableRead' });
}

/**
 * Returns a function that names prepared statements by a hash of their text, from the second execution on.
 * Clients choose their selections, and statements that run only once would displace frequent ones.
 *
 * pg documents no way to forget a prepared statement. Once 500 were named, the connections of that time are
 * replaced when their work is done; a transaction may then have prepared a few more.
 */
function statementNames(pool: Pool): (query: { sql: string }) => string {
  const names = new LRUCache<string, string>({
    max: MAX_STATEMENT_NAMES,
    maxSize: MAX_STATEMENT_CHARACTERS,
    sizeCalculation: (_name, sql) => sql.length,
  });
  let named = new Set<string>();
  const namedThen = new WeakMap<PoolClient, typeof named>();
  pool.on('connect', (client) => void namedThen.set(client, named));
  pool.on('release', (_error, client) => {
    // guard: replaced-connection
    if (namedThen.get(client) !== named) void client.end();
  });
  return ({ sql }) => {
    if (sql.includes(UNPREPARED)) return '';
    const name = names.get(sql);
    if (name === undefined) {
      names.set(sql, createHash('sha256').update(sql).digest('base64url').slice(0, 32));
      return '';
    }
    if (named.add(name).size >= MAX_PREPARED) /* guard: prepared-count */ named = new Set();
    return name;
  };
}
