import { z } from 'zod';
import {
  describedIn,
  type Field,
  type Fields,
  type RestUse,
  ruleIn,
  ruleOf,
  sentence,
  fieldShape,
} from '../schema/core/noun/fields.ts';
import type { Context } from '../schema/core/context.ts';
import type { FieldsInput } from '../schema/core/noun/list-of.ts';
import { restNameOf } from '../schema/core/noun/names.ts';
import type { Page } from '../schema/core/list/page.ts';
import { Pagination, paginationOf } from './pagination.ts';
import { converter, IF_FULL, type Related, renamed, restFieldsIn, selectionOf } from './rest-fields.ts';
import { finding } from '../schema/core/noun/issues.ts';

/** A record in responses. */
export interface RestRecord {
  name: string;
  /** The GraphQL type. */
  type: string;
  fields: Fields;
  related: Related;
  schema: z.ZodObject;
  /** Whether `view=full` shows more fields. */
  hasFull: boolean;
  /** Converts GraphQL's data of a record. */
  toRest(data: unknown, isFull: boolean): object;
}

/** The content of a success. */
export interface SuccessBody {
  /** A record, or an iterator over the records of a list, which are converted as they are written. */
  data: unknown;
  pagination?: Pagination;
}

/** The response of an endpoint: its schema, and the conversion of GraphQL's data. */
export interface Response {
  shape: { data: z.ZodType; pagination?: z.ZodType };
  hasFull: boolean;
  toRest(data: unknown, isFull: boolean): SuccessBody;
}

/** The input of a request: its schema, and the conversion of valid values to variables of GraphQL. */
export interface Taken<Variables> {
  schema: z.ZodType;
  toGraphQL(values: unknown): Variables;
}

/** The schema and the conversion of a body whose rows are refused one by one. */
export interface TakenInRows<Variables> {
  schema: z.ZodType;
  /** The schema that the whole body must satisfy. */
  required: z.ZodType;
  /** Checks and converts the rows. */
  toGraphQL(values: unknown, context: Context): Variables;
}

/** A query or a body without fields. */
export const NOTHING: Taken<object> = { schema: z.strictObject({}), toGraphQL: () => ({}) };

/** Returns a record of the GraphQL type `type` (default: of the same name). */
export function restRecord(
  name: string,
  fields: Fields,
  { type = name, related = {}, ...meta }: { type?: string; description?: string; related?: Related } = {},
): RestRecord {
  const schema = schemaOf(fields).meta({
    id: name,
    describedBy: type,
    ...meta,
    examples: [fieldsExample(fields, 'out')],
  });
  const hasFull = selectionOf(fields, IF_FULL) !== selectionOf(fields);
  const toRest = converter(fields, 'out', 'toRest', related);
  const toFull = hasFull ? converter(fields, 'full', 'toRest', related) : toRest;
  return {
    name,
    type,
    fields,
    related,
    schema,
    hasFull,
    toRest: (data, isFull) => (isFull ? toFull(data) : toRest(data)),
  };
}

/** Returns the response with one record. */
export function one({ schema, hasFull, toRest }: RestRecord): Response {
  return {
    shape: { data: schema },
    hasFull,
    toRest: (data, isFull) => ({ data: toRest(data, isFull) }),
  };
}

/** A page as GraphQL returns it. */
type ReadPage = Omit<Page<unknown>, 'items'> & { items: unknown[] };

/** Returns the response with a numbered page of records. */
export function pageResponse({ schema, hasFull, toRest }: RestRecord): Response {
  return {
    shape: { data: z.array(schema), pagination: Pagination },
    hasFull,
    toRest(data, isFull) {
      const page = data as ReadPage;
      return {
        data: page.items.values().map((item) => toRest(item, isFull)),
        pagination: paginationOf(page),
      };
    },
  };
}

/** Returns the response with all records of a list that is short enough to have no pages. */
export function listResponse({ schema, hasFull, toRest }: RestRecord): Response {
  return {
    shape: { data: z.array(schema) },
    hasFull,
    toRest: (data, isFull) => ({ data: (data as unknown[]).values().map((item) => toRest(item, isFull)) }),
  };
}

/** Returns the response with all records, or a numbered page of them. */
export function allOrPageOf(item: RestRecord): Response {
  const [all, page] = [listResponse(item), pageResponse(item)];
  return {
    shape: { ...page.shape, pagination: Pagination.optional() },
    hasFull: item.hasFull,
    toRest: (data, isFull) => (Array.isArray(data) ? all : page).toRest(data, isFull),
  };
}

/** Returns a body with the fields of a new record, described by the GraphQL input `type`. */
export function body<All extends Fields>(
  name: string,
  fields: All,
  type = `Create${name}`,
): Taken<FieldsInput<All, 'create'>> {
  const schema = objectOf(fields).meta({
    id: name,
    describedBy: type,
    examples: [fieldsExample(fields, 'create')],
  });
  return { schema, toGraphQL: converter(fields, 'create', 'toGraphQL') as never };
}

/** Returns a body that changes some fields of a record, described by the GraphQL input `type`. */
export function changesBody<All extends Fields>(
  name: string,
  fields: All,
  type: string,
  example: object,
): Taken<FieldsInput<All, 'change'>> {
  const members = restFieldsIn(fields, 'change').map(([field]) => restNameOf(field));
  // The verb has the same rule, with the names of GraphQL.
  const isChange = (values: Record<string, unknown>) =>
    members.some((member) => values[member] !== undefined);
  const schema = z
    .strictObject(bodyRules(fields, 'change'))
    .refine(isChange, {
      ...finding('no_change', `must change at least one of ${members.join(', ')}`),
      when: ({ issues }) => issues.length === 0,
    })
    .meta({ id: name, describedBy: type, minProperties: 1, examples: [example] });
  return { schema, toGraphQL: converter(fields, 'change', 'toGraphQL') };
}

function schemaOf(fields: Fields): z.ZodObject {
  const shapes = renamed(fields, 'full', shapeIn);
  const always = new Set(restFieldsIn(fields, 'out').map(([name]) => restNameOf(name)));
  const all = Object.entries(shapes).map(([name, shape]) => [
    name,
    always.has(name) ? shape : shape.optional(),
  ]);
  return z.strictObject(Object.fromEntries(all) as z.ZodRawShape);
}

function shapeIn(field: Field): z.ZodType {
  const { list, members } = field.kind;
  if (list) return z.array(schemaOf(list.fields));
  return members ? schemaOf(members).nullable() : fieldShape(field);
}

function bodyRules(fields: Fields, place: 'create' | 'change'): Record<string, z.ZodType> {
  return renamed(fields, place, (field) => {
    const rule = ruleIn(place, field, fieldKindRule(field));
    const { restIs, restNote } = field;
    if (restIs) return rule.describe(sentence(restIs, restNote));
    return restNote ? rule.describe(`${describedIn(place, field)} ${restNote}`) : rule;
  });
}

function fieldKindRule(field: Field): z.ZodType {
  const { list, members, restRule } = field.kind;
  if (list) return list.ruleOf(objectOf(list.fields), restNameOf);
  return members ? z.strictObject(bodyRules(members, 'create')) : (restRule ?? ruleOf(field));
}

/** Returns the rule of a new record, which needs one of the fields that can take each other's place. */
function objectOf(fields: Fields): z.ZodObject {
  let rule = z.strictObject(bodyRules(fields, 'create'));
  for (const [name, { insteadOf }] of restFieldsIn(fields, 'create')) {
    if (insteadOf === undefined) continue;
    const [by, id] = [restNameOf(name), restNameOf(insteadOf)];
    rule = rule.refine((values) => values[by] != null || values[id] != null, {
      ...finding('required', 'is required'),
      path: [id],
      when: ({ value }) => typeof value === 'object' && value !== null,
    });
  }
  return rule;
}

function fieldsExample(fields: Fields, place: RestUse): object {
  const examples = renamed(fields, place, ({ kind, example }) =>
    kind.list ? [fieldsExample(kind.list.fields, place)] : example,
  );
  // A field that can take another field's place has no example.
  return Object.fromEntries(Object.entries(examples).filter(([, example]) => example !== undefined));
}
