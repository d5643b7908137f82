import { z } from 'zod';
import { type Violation, violation } from '../../../problems.ts';
import { type Field, type Fields, type Kind, type NamesIn, rulesToCreate } from './fields.ts';
import { issueOf } from './issues.ts';
import { lengthFirst } from './rules.ts';

interface ListRules {
  /** The GraphQL type of an item in a record; that of an input ends with `Input`. */
  type: string;
  /** The description of an item in inputs, if inputs have the list. */
  inputIs?: string;
  max: number;
  tooMany: string;
  /** The error for an empty list (default: it may be empty). */
  tooFew?: string;
  /**
   * The field whose values must differ between items, unless it is left out, and the error. With a second
   * field, the pairs must differ; there, a missing value counts as a value.
   */
  distinct?: { by: string; with?: string; error: string };
  /** Returns a violation that the rules of an item's fields do not find, and the field that it is about. */
  check?(item: ListItem, nameOf: (name: string) => string): { field: string; found: Violation } | undefined;
}

type Distinct = NonNullable<ListRules['distinct']>;
type ListItem = Readonly<Record<string, unknown>>;

/** The value of a field in a GraphQL input. */
type InGraphQL<Each extends Field> = Each['kind'] extends Kind<z.ZodType, infer Value> ? Value : never;

/** The values of a GraphQL input. */
export type Input<All extends Fields, To extends 'create' | 'change'> = {
  [
    Name in NamesIn<All, To> as To extends 'change'
      ? never
      : All[Name] extends { isOptional: true }
        ? never
        : Name
  ]: InGraphQL<All[Name]>;
} & {
  [
    Name in NamesIn<All, To> as To extends 'change'
      ? Name
      : All[Name] extends { isOptional: true }
        ? Name
        : never
  ]?: InGraphQL<All[Name]> | null;
};

/** Returns the kind of a list of items with these fields. */
export function listOf<All extends Fields>(fields: All, rules: ListRules) {
  const { type, inputIs, max, tooMany, tooFew, distinct, check } = rules;
  const ruleOf = <Rule extends z.ZodType>(item: Rule, nameOf: (name: string) => string) => {
    const items = z.array(item, 'must be an array');
    const list = lengthFirst(tooFew === undefined ? items : items.min(1, tooFew), max, tooMany);
    const checked = check ? list.superRefine(passes(check, nameOf)) : list;
    return distinct ? checked.superRefine(differ(distinct, nameOf)) : checked;
  };
  const inDomain = z.strictObject(rulesToCreate(fields));
  return {
    type,
    ...(inputIs !== undefined && { inputIs }),
    sql: 'json',
    isArray: true,
    rule: ruleOf(inDomain, (name) => name),
    shown: z.array(z.unknown()),
    list: { fields, ruleOf },
  } satisfies Kind as Kind<z.ZodType<z.output<typeof inDomain>[]>, Input<All, 'create'>[]> & {
    list: { fields: All };
  };
}

function passes(check: NonNullable<ListRules['check']>, nameOf: (name: string) => string) {
  return (items: unknown[], { addIssue }: z.core.$RefinementCtx): void => {
    for (const [index, item] of items.entries()) {
      const wrong = check(item as ListItem, nameOf);
      if (wrong) addIssue(issueOf(wrong.found, [index, nameOf(wrong.field)]));
    }
  };
}

function differ({ by, with: beside, error }: Distinct, nameOf: (name: string) => string) {
  const key = nameOf(by);
  return (items: unknown[], { addIssue }: z.core.$RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [index, item] of (items as ListItem[]).entries()) {
      if (item[key] == null) continue;
      const second = beside === undefined ? null : item[nameOf(beside)];
      const value = JSON.stringify([String(item[key]), second ?? null]);
      if (seen.has(value)) addIssue(issueOf(violation('repeated', error), [index, key]));
      seen.add(value);
    }
  };
}
