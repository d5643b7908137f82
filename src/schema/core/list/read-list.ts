import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { Query, Selection } from '../../../database/direct/selection.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Context } from '../context.ts';
import { conditionsOf } from './filters.ts';
import { selectedNames } from './selections.ts';
import { atPlace } from './at-place.ts';
import { NO_PARENT, type Part, readParts, type Wanted, type Window, type Within } from './read-parts.ts';
import { type List, type Row, sourceOf } from './source.ts';

/** The request of a field that lists records. */
export interface ListRequest<Args extends { filter?: unknown }> {
  args: Args;
  context: Context;
  info: GraphQLResolveInfo;
  /** The selection of the field's records. */
  selection: Query;
  /** The record that the list is within, if any: its id, and the condition that ties the list to it. */
  parent?: { id: bigint; within: Within };
}

/** How a field reads its list. */
export interface Reading<OwnWindow extends Window> {
  /** Returns the window that the arguments request. @throws AppError `validation_error` */
  windowOf(): OwnWindow;
  /** Returns what to read for the fields selected below it. */
  wants(names: ReadonlySet<string>): Omit<Wanted, 'records'> & { records: boolean };
}

/**
 * Reads the window of `list` that a field requests. The lists of all records at one path of a response are
 * read together.
 */
export async function readList<Model extends Prisma.ModelName, OwnWindow extends Window>(
  list: List<Model>,
  { args, context, info, selection, parent }: ListRequest<{ filter?: unknown }>,
  { windowOf, wants }: Reading<OwnWindow>,
): Promise<{ window: OwnWindow; part: Part<Row<Model>> }> {
  const { window, parts } = atPlace(context, info, args, () => {
    const window = windowOf();
    const filters = list.filters ? conditionsOf(list.filters, context, args.filter) : [];
    const conditions = [...(list.where?.(context) ?? []), ...filters];
    const { records, ...wanted } = wants(selectedNames(info));
    const read = async (keys: readonly { parent: bigint; selection: Selection }[]) => {
      const source = { ...(await sourceOf(list, context, conditions)), within: parent?.within ?? null };
      const parents = keys.map((key) => key.parent);
      return readParts<Row<Model>>(context.db, source, window, parents, {
        ...wanted,
        records: records ? keys[0]!.selection : undefined,
      });
    };
    // Caches nothing, because a subscription reads again.
    return { window, parts: new DataLoader(read, { cache: false }) };
  });
  return { window, part: await parts.load({ parent: parent?.id ?? NO_PARENT, selection }) };
}
