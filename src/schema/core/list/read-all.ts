import { compileRecords } from '../../../database/direct/compile-records.ts';
import { queryRows } from '../../../database/direct/direct.ts';
import type { Query } from '../../../database/direct/selection.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../context.ts';
import { oneByOne } from './records.ts';
import { type List, type Row, sourceRows, listSourceOf } from './source.ts';

/** Reads all records of a list that a quota bounds, newest first. */
export async function readAll<Model extends Prisma.ModelName>(
  context: Context,
  list: List<Model>,
  selection: Query,
): Promise<AsyncIterable<Row<Model>>> {
  const { columns, record } = compileRecords(list.model, selection);
  const rows = sourceRows(await listSourceOf(list, context, []));
  const statement = Prisma.sql`SELECT ${columns} FROM (SELECT * ${rows}) AS t ORDER BY id DESC`;
  return oneByOne(await queryRows(context.db, statement), (row) => record(row) as Row<Model>);
}
