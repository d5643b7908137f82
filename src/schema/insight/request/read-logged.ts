import type { Db } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../core/context.ts';
import { conditionsOf } from '../../core/list/filters.ts';
import { REQUEST_FILTERS } from './filters.ts';
import { isKept } from './kept-requests.ts';
import type { RequestStreamOptions } from './request-stream.ts';

/** A logged request, with all its columns. */
export type LoggedRequest = Prisma.LoggedRequestGetPayload<object>;

/** The requests to read. */
export interface Logged {
  /** The reader. A key reads only its own requests. */
  caller: Pick<Caller, 'accountId' | 'keyId'>;
  filter: unknown;
  /** The number of days that the log shows. */
  days: number;
  /** The id, or the time, after which to start. Without both, no earlier requests are read. */
  after?: bigint | null | undefined;
  since?: Date | null | undefined;
}

/**
 * Returns the functions that read logged requests in the order in which they were written.
 *
 * @throws AppError `validation_error`
 */
export async function readLogged(
  db: Db,
  { caller, filter, days, after, since }: Logged,
): Promise<RequestStreamOptions<LoggedRequest>> {
  const { accountId, keyId } = caller;
  const of = [
    Prisma.sql`account_id = ${accountId}`,
    isKept(days),
    ...(keyId === undefined ? [] : [Prisma.sql`key_id = ${keyId}`]),
    // None of these filters queries the database first.
    ...(conditionsOf(REQUEST_FILTERS, { caller: caller as Caller }, filter) as Prisma.Sql[]),
  ];
  const newest = () => newestOf(db, accountId);
  return {
    after: after ?? (since ? await startOf(db, accountId, since) : await newest()),
    newest,
    async read({ after, upTo, limit }) {
      if (upTo <= after) return [];
      const conditions = Prisma.join([...of, Prisma.sql`id > ${after}`, Prisma.sql`id <= ${upTo}`], ' AND ');
      const found = await db.$queryRaw<{ id: bigint }[]>`
        SELECT id FROM requests WHERE ${conditions} ORDER BY id LIMIT ${limit}`;
      if (found.length === 0) return [];
      const id = { in: found.map((row) => row.id) };
      return db.loggedRequest.findMany({ where: { accountId, id }, orderBy: { id: 'asc' } });
    },
  };
}

async function newestOf(db: Db, accountId: bigint): Promise<bigint> {
  const [{ newest }] = await db.$queryRaw<[{ newest: bigint | null }]>`
    SELECT max(id) AS newest FROM requests WHERE account_id = ${accountId}`;
  return newest ?? 0n;
}

/** Returns the id before the first request that was received at `since` or later. */
async function startOf(db: Db, accountId: bigint, since: Date): Promise<bigint> {
  const [{ first }] = await db.$queryRaw<[{ first: bigint | null }]>`
    SELECT min(id) AS first FROM requests WHERE account_id = ${accountId} AND received_at >= ${since}`;
  return first === null ? newestOf(db, accountId) : first - 1n;
}
