import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../builder/builder.ts';
import type { Context } from '../context.ts';
import { MAX_PER_PAGE, MAX_SKIP } from '../limits.ts';
import { figure } from '../noun/rules.ts';
import { atPlace } from './at-place.ts';
import { type Places, placesOf } from './places.ts';

/** The arguments of a history, not yet validated. */
interface HistoryArgs {
  first: number;
  skip?: number | null;
}

/** Declares the arguments of a history, or of another list without a cursor. */
export function historyArgs(byDefault: number) {
  return builder.args((t) => ({
    first: t.int({
      required: true,
      defaultValue: byDefault,
      description: `The number of entries (1–${MAX_PER_PAGE}, default ${byDefault}).`,
    }),
    skip: t.int({
      defaultValue: 0,
      description: `The number of entries to leave out at the top (0–${figure(MAX_SKIP)}, default 0).`,
    }),
  }));
}

/** Returns the description of the field that counts the entries of the history `field`. */
export function countOfHistory(entries: string, field: string): string {
  return `The number of ${entries}. To read all of them, skip those that you have in \`${field}\`.`;
}

/** Costs a point, because a count reads all entries of its record. */
export const COUNT_COST = 1;

/**
 * Reads a history of one record. All histories at one path of a response are read together, by `read`.
 *
 * @throws AppError `validation_error` on first or skip
 */
export function readHistory<Entry>(
  context: Context,
  info: GraphQLResolveInfo,
  { first, skip }: HistoryArgs,
  id: bigint,
  read: (context: Context, ids: readonly bigint[], places: Places) => Promise<Entry[][]>,
): Promise<Entry[]> {
  const places = placesOf(first, skip);
  const create = () =>
    new DataLoader((ids: readonly bigint[]) => read(context, ids, places), { cache: false });
  return atPlace(context, info, places, create).load(id);
}
