import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { z } from 'zod';
import type { Scope } from '../api-key/scopes.ts';
import { builder, type PothosTypes } from '../builder.ts';
import { type Context, requireScope } from '../context.ts';
import { valid } from '../valid.ts';
import type { Interval } from './range.ts';
import type { Period, Rank } from './read-deliveries.ts';

const MAX_FIRST = 100;
const MUST = `must be an integer from 1 to ${MAX_FIRST}`;
const First = z.object({ first: z.int(MUST).min(1, MUST).max(MAX_FIRST, MUST) });

/** How many places of a ranking. @throws AppError `validation_error` on first */
export function placesOf(first: number): number {
  return valid(First, { first }).first;
}

export const IntervalName = builder.enumType('Interval', {
  description: 'Weeks are those of ISO 8601, from Monday on.',
  values: {
    DAY: { value: 'day' },
    WEEK: { value: 'week' },
    MONTH: { value: 'month' },
  } as const satisfies Record<string, { value: Interval }>,
});

/** The days that figures are asked of. */
export const rangeArgs = builder.args((t) => ({
  dateFrom: t.field({ type: 'Date', required: true, description: 'The first day.' }),
  dateTo: t.field({ type: 'Date', required: true, description: 'The last day, included.' }),
  timeZone: t.string({
    required: true,
    defaultValue: 'UTC',
    description: 'Whose days they are: an IANA time zone, such as Europe/Berlin.',
  }),
}));

export const firstArg = builder.args((t) => ({
  first: t.int({ required: true, defaultValue: 10, description: `How many places, 1 to ${MAX_FIRST}.` }),
}));

/** What rankings name besides the records they count, and the scope by which that is read. */
const NAMED: Record<string, Scope> = {
  supermarket: 'supermarkets:read',
  branch: 'supermarkets:read',
  product: 'products:read',
  category: 'products:read',
};

/** Refuses a caller who may not read what a ranking by `by` names. @throws AppError `insufficient_scope` */
export function requireNamed(context: Context, by: string): void {
  const scope = NAMED[by];
  if (scope) requireScope(context, scope);
}

/** Declares the GraphQL type of one period of a series, granted by `scope`. */
export function periodType<Figures>(name: string, figures: ObjectRef<PothosTypes, Figures>, scope: Scope) {
  return builder.objectRef<Period<Figures>>(name).implement({
    description: 'A day, week or month; the first and the last end with the range.',
    authScopes: { scope },
    fields: (t) => ({
      date: t.expose('date', { type: 'Date', description: 'Its first day.' }),
      startsAt: t.expose('startsAt', { type: 'DateTime' }),
      endsAt: t.expose('endsAt', { type: 'DateTime', description: 'Not included.' }),
      figures: t.expose('figures', { type: figures }),
    }),
  });
}

/** Declares the GraphQL type of one place of a ranking, granted by `scope`. */
export function rankType<Figures>(name: string, figures: ObjectRef<PothosTypes, Figures>, scope: Scope) {
  return builder.objectRef<Rank<Figures>>(name).implement({
    description: 'A place in a ranking.',
    authScopes: { scope },
    fields: (t) => ({
      id: t.expose('id', {
        type: 'ID',
        nullable: true,
        description: 'Of the supermarket, branch or product; null for a category or a reason.',
      }),
      name: t.exposeString('name'),
      supermarketName: t.exposeString('supermarketName', {
        nullable: true,
        description: 'Where the branch belongs; null for everything else.',
      }),
      figures: t.expose('figures', { type: figures }),
    }),
  });
}

/** Whether a field of this name is selected anywhere below. */
export function asksFor({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  const isIn = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === 'Field') return selection.name.value === name || isIn(selection.selectionSet);
      if (selection.kind === 'InlineFragment') return isIn(selection.selectionSet);
      return isIn(fragments[selection.name.value]?.selectionSet);
    }) ?? false;
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet));
}
