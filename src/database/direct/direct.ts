import type { Pool, QueryResultRow } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import { compileRead, type ReadArgs } from './read.ts';
import { rowTypes } from './row-types.ts';

/** Where Prisma tells its hooks of the open transaction; not among the documented parameters, but held by a test. */
const INTERNAL = '__internalParams';

/** What a hook of Prisma's is given. */
interface Call<Args> {
  model?: string;
  args: Args;
  query(args: Args): Promise<unknown>;
  [INTERNAL]?: { transaction?: unknown };
}

/**
 * A short way for Prisma's plain reads and raw queries: straight to the pool, each as one prepared
 * statement. A read is answered by one JSON value that PostgreSQL builds, related records within,
 * which costs a third of what Prisma's engine takes, and looks the same to the caller.
 * Whatever is more than columns, relations, equality and order, and all within a transaction, stays with Prisma.
 *
 * @param nameOf the name a statement is prepared under, or '' to leave it unprepared
 */
export function direct(pool: Pool, nameOf: (query: { sql: string }) => string) {
  async function run(text: string, values: unknown[]): Promise<QueryResultRow[]> {
    const name = nameOf({ sql: text });
    const { rows } = await pool.query({ text, values, types: rowTypes, ...(name && { name }) });
    return rows;
  }

  async function read(call: Call<ReadArgs>, isMany: boolean): Promise<unknown> {
    const plain = isInTransaction(call) ? undefined : compileRead(call.model!, isMany, call.args);
    if (!plain) return call.query(call.args);
    const [row] = await run(plain.text, plain.values);
    return row ? plain.revive(row.found) : null;
  }

  return Prisma.defineExtension({
    name: 'direct',
    query: {
      $queryRaw(call) {
        const { text, values } = call.args;
        return isInTransaction(call) ? call.query(call.args) : run(text, values);
      },
      $allModels: {
        findUnique: (call) => read(call as unknown as Call<ReadArgs>, false),
        findMany: (call) => read(call as unknown as Call<ReadArgs>, true),
        // Prisma has the error to throw.
        findUniqueOrThrow: async (call) =>
          (await read(call as unknown as Call<ReadArgs>, false)) ?? call.query(call.args),
      },
    },
  });
}

function isInTransaction(call: object): boolean {
  const { [INTERNAL]: internal } = call as Call<unknown>;
  return internal?.transaction !== undefined;
}
