import type { Pool, QueryResultRow } from 'pg';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import { tables } from '../../generated/tables.ts';
import { compileRead, type ReadArgs } from './read.ts';
import { rowTypes } from './row-types.ts';

type Ask = (args?: ReadArgs) => Promise<unknown>;

/** Those of Prisma's reads that have a shorter way. */
type Reads = Record<'findUnique' | 'findUniqueOrThrow' | 'findMany', Ask>;

/**
 * Prisma's client with a short way for its plain reads and raw queries: straight to the pool, each as
 * one prepared statement. A read is answered by one JSON value that PostgreSQL builds, related records
 * within, which costs a third of what Prisma's engine takes, and looks the same to the caller.
 * Whatever is more than columns, relations, equality and order, and all within a transaction, stays with Prisma.
 *
 * @param nameOf the name a statement is prepared under, or '' to leave it unprepared
 */
export function direct(
  client: PrismaClient,
  pool: Pool,
  nameOf: (query: { sql: string }) => string,
): PrismaClient {
  async function run(text: string, values: unknown[]): Promise<QueryResultRow[]> {
    const name = nameOf({ sql: text });
    const { rows } = await pool.query({ text, values, types: rowTypes, ...(name && { name }) });
    return rows;
  }

  function readsOf(model: string, prismas: Reads): Reads {
    const read = async (isMany: boolean, args: ReadArgs | undefined, otherwise: Ask): Promise<unknown> => {
      const plain = compileRead(model, isMany, args);
      if (!plain) return otherwise(args);
      const [row] = await run(plain.text, plain.values);
      return row ? plain.revive(row.found) : null;
    };
    return over(prismas, {
      findUnique: (args) => read(false, args, prismas.findUnique),
      findMany: (args) => read(true, args, prismas.findMany),
      findUniqueOrThrow: async (args) =>
        // Prisma has the error to throw.
        (await read(false, args, prismas.findUnique)) ?? prismas.findUniqueOrThrow(args),
    });
  }

  const models = Object.keys(tables).map((model) => {
    const name = model[0]!.toLowerCase() + model.slice(1);
    return [name, readsOf(model, Reflect.get(client, name) as Reads)];
  });
  return over(client, {
    ...Object.fromEntries(models),
    $queryRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
      const { text, values: all } = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values);
      return run(text, all);
    },
  });
}

/** `original`, with `changed` in place of what has the same name. */
function over<T extends object>(original: T, changed: Partial<T>): T {
  return new Proxy(original, {
    get: (target, name) => (Object.hasOwn(changed, name) ? changed : target)[name as keyof T],
  });
}
