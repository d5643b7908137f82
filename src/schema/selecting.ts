import { queryFromInfo } from '@pothos/plugin-prisma';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import type { Selection } from '../database/direct/selection.ts';
import type { Context } from './context.ts';

/** Of fields whose selection is the same in every execution; undefined until it was worked out. */
const settled = new WeakMap<readonly FieldNode[], Query | undefined>();

/**
 * Says of the field of a document that what it selects hangs on the document alone, and that no resolver beneath it
 * looks up how its record was loaded.
 */
export function settleSelection(field: readonly FieldNode[]): void {
  settled.set(field, undefined);
}

/**
 * What a field's document asks for of records, in Prisma's terms: those of the field, or those beneath it at `paths`.
 * Working it out takes as long as reading a record, so it is done once where it can be.
 */
export function selectionOf(context: Context, info: GraphQLResolveInfo, paths: string[][] = []): Query {
  const known = settled.get(info.fieldNodes);
  if (known) return known;
  const selection = queryFromInfo({ context, info, paths }) as Query;
  if (settled.has(info.fieldNodes)) settled.set(info.fieldNodes, selection);
  return selection;
}

/** Every type of the schema is read column by column. */
type Query = Pick<Selection, 'select'>;

type Resolve<Parent, Args, Result> = (
  query: Query,
  parent: Parent,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
) => Result;

/** A resolver that is given what is asked for of its record. */
export function selecting<Parent, Args, Result>(resolve: Resolve<Parent, Args, Result>) {
  return (parent: Parent, args: Args, context: Context, info: GraphQLResolveInfo) =>
    resolve(selectionOf(context, info), parent, args, context, info);
}
