import type { GraphQLResolveInfo } from 'graphql';
import type { Query } from '../../../database/direct/selection.ts';
import { accountOf, type Context } from '../context.ts';
import { loaderAtPlace } from './at-place.ts';

/** The reads of one model in Prisma's client. */
interface Model<Row> {
  findMany(args: Query & { where: { accountId: bigint; id: { in: bigint[] } } }): Promise<Row[]>;
}

/**
 * Reads the record of the account that a field refers to by its id, with the field's selection. The records
 * of all parents at one path of a response are read together.
 */
export function loadRecord<Row extends { id: bigint }>(
  context: Context,
  info: GraphQLResolveInfo,
  model: Model<Row>,
  selection: Query,
  id: bigint,
): Promise<Row> {
  const loader = loaderAtPlace(context, info, async (ids: readonly bigint[]) => {
    const byId = await recordsById(context, model, selection, ids);
    return ids.map((each) => byId.get(each)!);
  });
  return loader.load(id);
}

/** Reads the records of the account with these ids. Returns them by their ids. */
export async function recordsById<Row extends { id: bigint }>(
  context: Context,
  model: Model<Row>,
  selection: Query,
  ids: readonly bigint[],
): Promise<Map<bigint, Row>> {
  if (ids.length === 0) return new Map();
  const where = { accountId: accountOf(context), id: { in: [...new Set(ids)] } };
  const rows = await model.findMany({ ...selection, where });
  return new Map(rows.map((row) => [row.id, row]));
}
