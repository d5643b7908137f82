import type { Pool, QueryResultRow } from 'pg';
import { noteRunning } from '../running-request.ts';
import { MAX_VALUE_CHARACTERS, TooLarge } from '../too-large.ts';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import { tables } from '../../generated/tables.ts';
import { compileRead, type ReadArgs } from './read.ts';
import { rowTypes } from './row-types.ts';
import { hasRelatedDecimals } from './selection.ts';

/** The Prisma reads that have a direct implementation. */
type Reads = Record<
  'findFirst' | 'findUnique' | 'findUniqueOrThrow' | 'findMany',
  (args?: ReadArgs) => Promise<unknown>
>;

/** Prisma's client or one of its open transactions, with the methods used here. */
type Parent = Pick<Prisma.TransactionClient, '$queryRawUnsafe'>;

/** A client or transaction with the direct path. */
interface Direct {
  $queryRows(query: Prisma.Sql): Promise<unknown[][]>;
}

/**
 * Extends Prisma's client with a direct path for plain reads and raw queries: each is one prepared statement,
 * sent to the pool, or to the connection of the transaction. A record is one row, and related records are
 * JSON in it, which takes half the time of Prisma's engine. The objects are the same, except that decimals
 * are texts. Reads with more than columns, relations, equality, order and a maximum still use Prisma's
 * engine. Those with decimals of related records are refused, because it parses them as binary floating-point
 * numbers.
 *
 * @param nameOf returns the name to prepare a statement under, or '' for none
 */
export function direct(
  client: PrismaClient,
  pool: Pool,
  nameOf: (query: { sql: string }) => string,
): PrismaClient {
  async function run(parent: Parent, text: string, values: unknown[]): Promise<QueryResultRow[]> {
    const rows = isTransaction(parent)
      ? await parent.$queryRawUnsafe<QueryResultRow[]>(text, ...values)
      : (await pool.query(query(text, values))).rows;
    noteRunning();
    return rows;
  }

  /** Returns the values of each row, in the order of the columns, which must have different names. */
  async function rowsOf(parent: Parent, text: string, values: unknown[]): Promise<unknown[][]> {
    if (isTransaction(parent)) {
      const records = await parent.$queryRawUnsafe<object[]>(text, ...values);
      noteRunning();
      return records.map((row) => Object.values(row));
    }
    const { rows } = await pool.query<unknown[]>({ ...query(text, values), rowMode: 'array' });
    noteRunning();
    return rows;
  }

  function query(text: string, values: unknown[]) {
    const name = nameOf({ sql: text });
    return { text, values, types: rowTypes, ...(name && { name }) };
  }

  async function read(model: string, method: keyof Reads, self: object, args?: ReadArgs): Promise<unknown> {
    const { $parent } = Prisma.getExtensionContext(self) as { $parent: Parent & Record<string, Reads> };
    const byPrisma = () => $parent[accessorOf(model)]![method](args);
    const plain = compileRead(model, method === 'findFirst' ? { ...args, take: 1 } : args);
    if (!plain) {
      // guard: related-decimals
      if (hasRelatedDecimals(model, args ?? {}))
        throw new Error(`only one statement could read the decimals related to ${model} exactly`);
      return byPrisma();
    }
    const rows = requireRowSize(await rowsOf($parent, plain.text, plain.values));
    if (method === 'findMany') return rows.map((row) => plain.record(row));
    if (rows[0]) return plain.record(rows[0]);
    // Prisma throws the right error.
    return method === 'findUniqueOrThrow' ? byPrisma() : null;
  }

  function readsOf(model: string): Reads {
    return {
      findFirst(args) {
        return read(model, 'findFirst', this, args);
      },
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
  // The extension returns what Prisma would, so the types stay.
  return client.$extends({
    model: models,
    client: {
      $queryRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
        const { text, values: all } = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values);
        return run(this as unknown as Parent, text, all);
      },
      async $queryRows({ text, values }: Prisma.Sql) {
        return requireRowSize(await rowsOf(this as unknown as Parent, text, values));
      },
    },
  }) as unknown as PrismaClient;
}

/**
 * Runs a query and returns the values of each row, in the order of the columns, which must have different
 * names.
 *
 * @throws TooLarge before JSON in them is parsed
 */
export function queryRows(db: Parent, query: Prisma.Sql): Promise<unknown[][]> {
  return (db as unknown as Direct).$queryRows(query);
}

function requireRowSize(rows: unknown[][]): unknown[][] {
  let characters = 0;
  for (const row of rows) for (const value of row) if (typeof value === 'string') characters += value.length;
  if (characters > MAX_VALUE_CHARACTERS) throw new TooLarge();
  return rows;
}

/** Whether `db` is an open transaction: it has no `$connect`. Its `$transaction` would open a savepoint. */
export function isTransaction(db: Parent): boolean {
  return !('$connect' in db);
}

/** Returns the name of a model in Prisma's client, such as `webhookMessage` for `WebhookMessage`. */
function accessorOf(model: string): string {
  return model[0]!.toLowerCase() + model.slice(1);
}
