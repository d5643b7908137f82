import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { FairPool } from '@provender/fair-pool';
import { LRUCache } from 'lru-cache';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { currentActing } from './acting.ts';
import { type ConnectionSettings, configOf } from './client.ts';
import { ExactClient } from './exact-client.ts';
import { direct, isTransaction } from './direct/direct.ts';
import { SHARES } from './shares.ts';
import { traceStatements } from './trace-statements.ts';

/** Also bounds the wait for a free connection: under load that is no outage, which the watch tells apart. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_STATEMENT_NAMES = 500;
const MAX_STATEMENT_CHARACTERS = 4 * 1_024 * 1_024;
const UNPREPARED = '/* unprepared */';

/**
 * Marks a statement whose best plan hangs on its values. Prepared, it would after five executions be
 * given one plan for all values, which reads the whole table for those that match few rows.
 */
export const unprepared = Prisma.raw(UNPREPARED);

/** Prisma's client or one of its open transactions. */
export type Db = PrismaClient | Prisma.TransactionClient;

/** A transaction that is open. */
export type Tx = Prisma.TransactionClient;

export interface Database {
  prisma: PrismaClient;
  /** The same connections without Prisma, for hot single statements. */
  pool: FairPool;
  close(): Promise<void>;
}

export interface ConnectOptions extends Pick<ConnectionSettings, 'statementTimeoutMs' | 'isPooled'> {
  /** Connections at most. */
  max?: number;
  onError?: (error: Error) => void;
}

/** Opens a pool on `url`; connections are made when first needed. */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { max = 10, onError = () => {} } = options;
  const pool = new FairPool({
    ...configOf({ url, name: 'provender', ...options }),
    Client: ExactClient as unknown as new () => ExactClient,
    shares: SHARES,
    acting: currentActing,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  pool.on('error', onError);
  traceStatements(pool);
  const statementNameGenerator = statementNames();
  const adapter = new PrismaPg(pool, { statementNameGenerator, onPoolError: onError });
  // Longer formats repeat the arguments of the call, secrets among them.
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
 * Runs `work` in one transaction: in the one already open, else in a new one. The default
 * isolation is READ COMMITTED; rules that races could break are held by locks and constraints.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return isTransaction(db)
    ? work(db)
    : (db as PrismaClient).$transaction(work, { maxWait: CONNECT_TIMEOUT_MS, timeout: 20_000 });
}

/**
 * Names for prepared statements, by hash of their text. A statement has one from the second time on: callers select at
 * will, and what comes once only would push out what comes all the time. Connections bound what they keep prepared
 * themselves, see `ExactClient`.
 */
function statementNames(): (query: { sql: string }) => string {
  const names = new LRUCache<string, string>({
    max: MAX_STATEMENT_NAMES,
    maxSize: MAX_STATEMENT_CHARACTERS,
    sizeCalculation: (_name, sql) => sql.length,
  });
  return ({ sql }) => {
    if (sql.includes(UNPREPARED)) return '';
    const known = names.get(sql);
    if (known !== undefined) return known;
    names.set(sql, createHash('sha256').update(sql).digest('base64url').slice(0, 32));
    return '';
  };
}
