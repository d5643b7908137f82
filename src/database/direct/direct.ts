import type { Pool, QueryResultRow } from 'pg';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import { tables } from '../../generated/tables.ts';
import { parseJson } from './parse-json.ts';
import { compileRead, type ReadArgs } from './read.ts';
import { rowTypes } from './row-types.ts';

/** The reads of a model that have a shorter way. */
type Reads = Record<'findUnique' | 'findUniqueOrThrow' | 'findMany', (args?: ReadArgs) => Promise<unknown>>;

/** Prisma's client or one of its open transactions, with the methods used here. */
type Parent = Pick<Prisma.TransactionClient, '$queryRawUnsafe'>;

/**
 * Extends Prisma's client with a short way for its plain reads and raw queries: straight to the pool, each as one
 * prepared statement; within a transaction, on its connection. PostgreSQL builds the result of a read, related records
 * within, as one JSON value, which costs half of what Prisma's engine takes, and looks the same to the caller.
 * Whatever is more than columns, relations, equality and order is left to Prisma.
 *
 * @param nameOf the name a statement is prepared under, or '' to leave it unprepared
 */
export function direct(
  client: PrismaClient,
  pool: Pool,
  nameOf: (query: { sql: string }) => string,
): PrismaClient {
  async function run(parent: Parent, text: string, values: unknown[]): Promise<QueryResultRow[]> {
    if (isTransaction(parent)) return parent.$queryRawUnsafe(text, ...values);
    const name = nameOf({ sql: text });
    const { rows } = await pool.query({ text, values, types: rowTypes, ...(name && { name }) });
    return rows;
  }

  async function read(model: string, method: keyof Reads, self: object, args?: ReadArgs): Promise<unknown> {
    const { $parent } = Prisma.getExtensionContext(self) as { $parent: Parent & Record<string, Reads> };
    const prismas = $parent[accessorOf(model)]!;
    const plain = compileRead(model, method === 'findMany', args);
    if (!plain) return prismas[method](args);
    const [row] = await run($parent, plain.text, plain.values);
    if (row) return plain.revive(parseJson(row.found));
    // Prisma has the error to throw.
    return method === 'findUniqueOrThrow' ? prismas[method](args) : null;
  }

  function readsOf(model: string): Reads {
    return {
      findUnique(args) {
        return read(model, 'findUnique', this, args);
      },
      findUniqueOrThrow(args) {
        return read(model, 'findUniqueOrThrow', this, args);
      },
      findMany(args) {
        return read(model, 'findMany', this, args);
      },
    };
  }

  const models: object = Object.fromEntries(
    Object.keys(tables).map((model) => [accessorOf(model), readsOf(model)]),
  );
  // The types are the same: what is extended returns what Prisma would.
  return client.$extends({
    model: models,
    client: {
      $queryRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
        const { text, values: all } = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values);
        return run(this as unknown as Parent, text, all);
      },
    },
  }) as unknown as PrismaClient;
}

/** Whether `db` is an open transaction: those have no `$connect`, and a `$transaction` that nests. */
export function isTransaction(db: Parent): boolean {
  return !('$connect' in db);
}

/** `WebhookMessage` → `webhookMessage`, as Prisma's client has it. */
function accessorOf(model: string): string {
  return model[0]!.toLowerCase() + model.slice(1);
}
