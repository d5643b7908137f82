import type { ObjectRef } from '@pothos/core';
import type { Scope } from '../../core/caller/scopes.ts';
import { builder, type PothosTypes } from '../../core/builder/builder.ts';
import { type Context, requireScope } from '../../core/context.ts';
import type { Selected } from '../../core/builder/costs.ts';
import { MAX_PER_PAGE, MAX_SKIP } from '../../core/limits.ts';
import { figure } from '../../core/noun/rules.ts';
import type { Interval } from './range.ts';
import type { Period, Rank } from './read-deliveries.ts';

export const IntervalName = builder.enumType('Interval', {
  description: 'The length of the periods of a series.',
  values: {
    DAY: { description: 'A day.', value: 'day' },
    WEEK: { description: 'A week, Monday to Sunday.', value: 'week' },
    MONTH: { description: 'A calendar month.', value: 'month' },
  } as const satisfies Record<string, { value: Interval; description: string }>,
});

/** The values that the enums of rankings have in common. */
export const RANKED = {
  SUPERMARKET: { value: 'supermarket', description: 'By supermarket. Needs `supermarkets:read`.' },
  BRANCH: { value: 'branch', description: 'By branch. Needs `supermarkets:read`.' },
  PRODUCT: { value: 'product', description: 'By product. Needs `products:read`.' },
  CATEGORY: {
    value: 'category',
    description: 'By the category that products are in now. Needs `products:read`.',
  },
} as const;

/** The arguments that select a range of days. */
export const rangeArgs = builder.args((t) => ({
  dateFrom: t.field({ type: 'Date', required: true, description: 'The first day of the range.' }),
  dateTo: t.field({ type: 'Date', required: true, description: 'The last day of the range, inclusive.' }),
  timeZone: t.string({
    description:
      'The IANA time zone in which days begin and end, such as Europe/Berlin. Default: that of the account, which is UTC unless it was changed.',
  }),
}));

/** Returns the filter fields for the supermarket or branch (`To` or `From`) and the product of goods. */
export function ofGoods(
  way: 'To' | 'From',
  t: PothosSchemaTypes.InputFieldBuilder<PothosTypes, 'InputObject'>,
) {
  const branch = way === 'To' ? 'To this branch.' : 'From this branch. Needs `deliveries:read`.';
  const lines = way === 'To' ? 'Quantities and values are those of its lines.' : '';
  return {
    supermarketId: t.id({ description: `${way} this supermarket.` }),
    branchId: t.id({ description: branch }),
    productId: t.id({ description: `Of this product. ${lines}`.trim() }),
    category: t.string({
      description: `Of products that are in this category now. ${lines} Needs \`products:read\`.`.replace(
        '  ',
        ' ',
      ),
    }),
  };
}

/** Returns whether the filter of the selected figures has one of these fields. */
export function isOf({ parentArgument }: Selected, names: string[]): boolean {
  const filter = (parentArgument('filter') ?? {}) as Record<string, unknown>;
  return names.some((name) => filter[name] != null);
}

/** Returns whether the filter selects single lines of deliveries. */
export function isOfLines(selected: Selected): boolean {
  return isOf(selected, ['productId', 'category']);
}

/**
 * The cost in points of the statements behind the figures, proportional to times measured with `npm run
 * bench:analytics` on 300,000 deliveries in 90 days: a series reads one index, a ranking by product every
 * line. The most expensive one fits into one operation on the Free plan.
 */
export const POINTS = {
  deliveries: 30,
  returns: 20,
  returnedLines: 80,
  rankedDeliveries: { SUPERMARKET: 40, BRANCH: 40, PRODUCT: 400, CATEGORY: 400 },
  /** Returns are looked up for each delivery, or all lines are read. */
  performance: { deliveries: 100, lines: 400 },
  rankedReturns: { SUPERMARKET: 30, BRANCH: 100, PRODUCT: 30, CATEGORY: 30, REASON: 30 },
} as const;

/** The description of the field with the size of a ranking. */
export const PLACES = 'How many places the ranking has. To read it whole, skip those that you have.';

export const placesArgs = builder.args((t) => ({
  first: t.int({
    required: true,
    defaultValue: 10,
    description: `The number of places (1–${MAX_PER_PAGE}, default 10).`,
  }),
  skip: t.int({
    defaultValue: 0,
    description: `The number of places to leave out at the top (0–${figure(MAX_SKIP)}, default 0).`,
  }),
}));

/** The scope that the names in a ranking need, besides the scope of the counted records. */
const NAMED: Record<string, Scope> = {
  supermarket: 'supermarkets:read',
  branch: 'supermarkets:read',
  product: 'products:read',
  category: 'products:read',
};

/**
 * Requires the scope to read the names in a ranking by `by`.
 *
 * @throws AppError `insufficient_scope`
 */
export function requireNamed(context: Context, by: string): void {
  const scope = NAMED[by];
  if (scope) requireScope(context, scope);
}

/** Declares the GraphQL type of one period of a series, granted by `scope`. */
export function periodType<Figures>(
  name: string,
  figures: ObjectRef<PothosTypes, Figures>,
  scope: Scope,
  description: string,
) {
  return builder.objectRef<Period<Figures>>(name).implement({
    description: 'A day, week or month of a series. The first and the last are cut to the range.',
    authScopes: { scope },
    fields: (t) => ({
      date: t.expose('date', { type: 'Date', description: 'The first day of the whole period.' }),
      startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When the period begins.' }),
      endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When the period ends, exclusive.' }),
      figures: t.expose('figures', { type: figures, description }),
    }),
  });
}

/** Declares the GraphQL type of a rank, granted by `scope`. */
export function rankType<Figures>(
  name: string,
  figures: ObjectRef<PothosTypes, Figures>,
  scope: Scope,
  texts: { name: string; figures: string },
) {
  return builder.objectRef<Rank<Figures>>(name).implement({
    description: 'A place in a ranking.',
    authScopes: { scope },
    fields: (t) => ({
      id: t.expose('id', {
        type: 'ID',
        nullable: true,
        description: 'The `id` of the supermarket, branch or product; null for a category or a reason.',
      }),
      name: t.exposeString('name', { description: texts.name }),
      supermarketName: t.exposeString('supermarketName', {
        nullable: true,
        description: 'The supermarket of the branch; null for everything else.',
      }),
      figures: t.expose('figures', { type: figures, description: texts.figures }),
    }),
  });
}
