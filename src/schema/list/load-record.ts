import DataLoader from 'dataloader';
import { selectionOf } from '@provender/compiled-execution/pothos';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';

type RecordLoader = DataLoader<bigint, unknown>;

/** The records that are being read for a context, by the first node of their field. */
const begun = new WeakMap<Context, WeakMap<FieldNode, RecordLoader>>();

/**
 * Reads the record that a field refers to by its id, with the field's selection. The records of all parents at one
 * place of a response are read together.
 */
export function loadRecord<Row extends { id: bigint }>(
  context: Context,
  info: GraphQLResolveInfo,
  id: bigint,
  read: (ids: bigint[], selection: object) => Promise<Row[]>,
): Promise<Row> {
  const loaders = begun.get(context) ?? new WeakMap<FieldNode, RecordLoader>();
  begun.set(context, loaders);
  const [node] = info.fieldNodes as [FieldNode];
  let loader = loaders.get(node);
  if (!loader) {
    const selection = selectionOf(context, info);
    const readAll = async (ids: readonly bigint[]) => {
      const rows = await read([...new Set(ids)], selection);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((each) => byId.get(each));
    };
    // Caches nothing, because a context can serve several executions.
    loader = new DataLoader(readAll, { cache: false });
    loaders.set(node, loader);
  }
  return loader.load(id) as Promise<Row>;
}
