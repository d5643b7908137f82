import { isDeepStrictEqual } from 'node:util';
import DataLoader from 'dataloader';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';

/** The fields of an operation that have a shared value, by the first of their nodes. */
type Begun = WeakMap<FieldNode, { info: GraphQLResolveInfo; args: object; shared: unknown }[]>;

const begun = new WeakMap<Context, Begun>();

/**
 * Returns the value that all fields at one path of a response share, such as the loader of a nested list.
 * Creates it for the first of these fields.
 */
export function atPlace<Shared>(
  context: Context,
  info: GraphQLResolveInfo,
  args: object,
  create: () => Shared,
): Shared {
  const [node] = info.fieldNodes as [FieldNode];
  const ofContext: Begun = begun.get(context) ?? new WeakMap();
  begun.set(context, ofContext);
  const here = ofContext.get(node) ?? [];
  ofContext.set(node, here);
  // A fragment can be spread at several places, and a context can serve executions with other variables.
  const same = here.find(
    (each) =>
      each.info.parentType === info.parentType &&
      each.info.fieldNodes.length === info.fieldNodes.length &&
      each.info.fieldNodes.every((own, index) => own === info.fieldNodes[index]) &&
      isDeepStrictEqual(each.args, args),
  );
  if (same) return same.shared as Shared;
  const shared = create();
  here.push({ info, args, shared });
  return shared;
}

/**
 * Returns the loader that all fields at one path of a response share. It caches nothing, because executions
 * can share a context.
 */
export function loaderAtPlace<Key, Value>(
  context: Context,
  info: GraphQLResolveInfo,
  read: (keys: readonly Key[]) => Promise<Value[]>,
): DataLoader<Key, Value> {
  return atPlace(context, info, {}, () => new DataLoader(read, { cache: false }));
}
