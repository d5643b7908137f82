import { queryFromInfo } from '@pothos/plugin-prisma';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';

/** A Prisma selection of records, which are read column by column. */
export interface PrismaSelection {
  select?: Record<string, boolean | PrismaSelection | undefined>;
}

/** The selections that are the same in every execution; undefined until computed. */
const cached = new WeakMap<readonly FieldNode[], PrismaSelection | undefined>();

/** Lets the selection of a field be computed once, because it depends only on the document. */
export function cacheSelection(nodes: readonly FieldNode[]): void {
  cached.set(nodes, undefined);
}

/**
 * Returns the Prisma selection of a field's records, or of those beneath it at `paths`. Pothos takes as long
 * to compute it as the database takes to read a record.
 */
export function selectionOf(
  context: object,
  info: GraphQLResolveInfo,
  paths: string[][] = [],
): PrismaSelection {
  const known = cached.get(info.fieldNodes);
  if (known) return known;
  const selection = queryFromInfo({ context, info, paths }) as PrismaSelection;
  if (cached.has(info.fieldNodes)) cached.set(info.fieldNodes, selection);
  return selection;
}
