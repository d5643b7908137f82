import { compileRecords } from '../database/direct/compile-records.ts';
import { parseJson } from '../database/direct/parse-json.ts';
import type { Sources } from '../database/direct/selection.ts';
import { type Delivery, Prisma, type Product } from '../generated/prisma/client.ts';
import type { Context } from './context.ts';
import { HAS_RECIPIENTS } from './event/publish.ts';

/** The models whose changed records are returned by the statement that changes them. */
interface Written {
  Delivery: Delivery;
  Product: Product;
}

interface Row {
  record: string;
  has_recipients: boolean;
}

/**
 * Runs a statement that writes one record and publishes its event, and announces the event. The statement itself
 * returns the record as `query` selects it, which saves reading it again.
 *
 * @param sources for each model, the part of the statement that wrote its rows: the statement sees the tables without
 * @param parts the WITH clause, with a part named `event` by `publish`
 * @returns the record; undefined if the statement wrote none
 */
export async function writeRecord<Model extends keyof Written>(
  context: Context,
  model: Model,
  query: object,
  sources: Sources & Record<Model, string>,
  parts: Prisma.Sql,
): Promise<Written[Model] | undefined> {
  const { json, revive } = compileRecords(model, query, sources);
  const [row] = await context.db.$queryRaw<Row[]>`
    ${parts} SELECT (${json})::text AS record, ${HAS_RECIPIENTS} FROM ${Prisma.raw(sources[model])} t`;
  if (!row) return undefined;
  context.announce(row.has_recipients);
  return revive(parseJson(row.record));
}
