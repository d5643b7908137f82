import { z } from 'zod';
import type { Db } from '../../../database/connect.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Scope } from '../caller/scopes.ts';
import { accountOf, callerOf, type Context, requireScope } from '../context.ts';
import { type Kind, sentence } from '../noun/fields.ts';
import { DATES_OUT_OF_ORDER, isInOrder } from '../noun/rules.ts';
import { valid } from '../noun/valid.ts';

/**
 * A condition on the records of a list. A function queries the database first for values of the condition, so
 * that the list's own statement is planned for them.
 */
export type FilterCondition = Prisma.Sql | ((db: Db) => Promise<Prisma.Sql>);

/** A filter of a list. Interfaces, rules and conditions are derived from it. */
interface DeclaredFilter<Rule extends z.ZodType> {
  kind: Kind;
  rule: Rule;
  /** Whether the value is a list of alternatives. */
  isList?: true;
  /** The words for the items that match, in lower case: `to this supermarket`. */
  is: string;
  /** The scope of the data that the filter reveals, where the items do not show it. */
  needs?: Scope;
  /** The filter for the start of the range that this filter ends. */
  endOf?: string;
  /** Whether REST has the filter too. */
  inRest?: true;
  /** The reason why no index serves the filter: nearly all records of an account match. */
  isBroad?: string;
  /** Returns the condition for items. @param may whether the caller has a scope */
  where(value: z.output<Rule>, accountId: bigint, may: (scope: Scope) => boolean): FilterCondition;
}

export type AnyFilter = DeclaredFilter<z.ZodType<never>>;

/** The filters of a list, by their GraphQL names. */
export interface Filters {
  /** The GraphQL type. */
  type: string;
  /** The noun of the list's items, in the plural: `standing orders`. */
  items: string;
  all: Readonly<Record<string, AnyFilter>>;
  rule: z.ZodType<Record<string, unknown>>;
  /** The reason why the filters need no index: the bound of an account's records. */
  boundedBy?: string;
}

/** Declares the filters of a list. Each has an index, unless something else bounds the records. */
export function filtersOf<Rules extends Record<string, z.ZodType>>(
  type: string,
  items: string,
  table: { [Name in keyof Rules]: DeclaredFilter<Rules[Name]> },
  { boundedBy }: Pick<Filters, 'boundedBy'> = {},
): Filters {
  const all = table as unknown as Filters['all'];
  const rules = Object.entries(all).map(([name, { rule }]) => [name, rule.nullish()] as const);
  return {
    type,
    items,
    all,
    rule: inOrder(all, z.object(Object.fromEntries(rules)), (name) => name),
    ...(boundedBy !== undefined && { boundedBy }),
  };
}

/** Returns the rule for an object of filters in which no range ends before it starts. */
export function inOrder<Rule extends z.ZodObject>(
  all: Filters['all'],
  rule: Rule,
  nameOf: (name: string) => string,
): Rule {
  let whole = rule;
  for (const [name, { endOf }] of Object.entries(all)) {
    if (endOf === undefined) continue;
    const [start, end] = [nameOf(endOf), nameOf(name)];
    whole = whole.refine((values) => isInOrder(values[start] as string, values[end] as string), {
      ...DATES_OUT_OF_ORDER,
      path: [end],
    });
  }
  return whole;
}

/**
 * Returns the conditions for items that match the given filters.
 *
 * @throws AppError `validation_error`, `insufficient_scope`
 */
export function filterConditions(
  { all, rule }: Filters,
  context: Pick<Context, 'caller'>,
  input: unknown,
): FilterCondition[] {
  const accountId = accountOf(context);
  const may = (scope: Scope) => callerOf(context).scopes.has(scope);
  const conditions: FilterCondition[] = [];
  for (const [name, value] of Object.entries(valid(rule, input ?? {}))) {
    if (value == null) continue;
    const { needs, where } = all[name]!;
    if (needs) requireScope(context, needs);
    conditions.push(where(value as never, accountId, may));
  }
  return conditions;
}

/** Returns the description of a filter. */
export function describedFilter({ is, needs }: AnyFilter): string {
  return sentence(is, needs && `Needs \`${needs}\`.`);
}
