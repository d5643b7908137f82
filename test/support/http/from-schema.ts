import * as fc from 'fast-check';
import { z } from 'zod';
import { restNameOf } from '../../../src/schema/core/noun/names.ts';
import { VALUES } from '../graphql/from-graphql.ts';
import { HOSTILE_JSON } from '../hostile/hostile-values.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Values that cannot be derived from a schema; `:name` stands for the id of one of the account's records. */
const BY_NAME: Record<string, unknown> = {
  ...Object.fromEntries(Object.entries(VALUES).map(([name, value]) => [restNameOf(name), value])),
  ...Object.fromEntries(
    ['supermarket_id', 'subchain_id', 'product_id', 'delivery_id'].map((name) => [name, `:${name}`]),
  ),
  status: 'completed',
  quantity: 1,
  view: 'full',
  page: '1',
  per_page: '2',
};

/** Returns a value that is valid for `schema`, with every field; always the same. */
export function exampleOf(schema: z.ZodType): unknown {
  return fc.sample(validFor(schema), { seed: 1, numRuns: 1 })[0];
}

/** Returns valid values for `schema`, with every field. */
function validFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return fromSchema(inlined(json, json.$defs ?? {}) as JsonSchema, '');
}

/** Replaces references to named schemas by the schemas. */
function inlined(part: unknown, named: Record<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map((each) => inlined(each, named));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref } = part as { $ref?: unknown };
  if (typeof $ref === 'string') return inlined(named[$ref.split('/').at(-1)!], named);
  const entries = Object.entries(part).filter(([key]) => key !== '$defs');
  return Object.fromEntries(entries.map(([key, each]) => [key, inlined(each, named)]));
}

function fromSchema(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (name in BY_NAME && schema.type !== 'array') return fc.constant(BY_NAME[name]);
  if (schema.anyOf) return fromSchema(schema.anyOf[0] as JsonSchema, name);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  // The first is the type of a value, null may be another.
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {});
      return fc.record(
        Object.fromEntries(fields.map(([key, field]) => [key, fromSchema(field as JsonSchema, key)])),
      );
    }
    case 'array':
      // One item, because a delivery can contain each product once.
      if (name === 'events') return fc.constant(['product.created']);
      return fromSchema(schema.items as JsonSchema, name).map((item) => [item]);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, 1_000) });
    case 'number':
      return fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(schema.maxLength ?? 200, 40) });
    default:
      throw new Error(`no values are known for ${JSON.stringify(schema)}`);
  }
}

/** Returns JSON texts of values with exactly one invalid part. */
export function mutantsOf(schema: z.ZodType): fc.Arbitrary<string> {
  return validFor(schema).chain((value) =>
    fc
      .constantFrom(...pathsOf(value))
      .chain((path) => mutant(value, path).map((json) => replaceAt(value, path, json))),
  );
}

function mutant(value: unknown, path: Path): fc.Arbitrary<string> {
  const part = path.reduce<unknown>((whole, key) => (whole as Record<string, unknown>)[key], value);
  const json = JSON.stringify(part);
  return fc.oneof(
    fc.constantFrom(...HOSTILE_JSON),
    fc.json({ stringUnit: 'binary' }),
    fc.constantFrom(
      `[${json}]`,
      `{"value":${json}}`,
      JSON.stringify(json),
      JSON.stringify({ ...Object(part), x: 1 }),
    ),
    fc.double().map((number) => JSON.stringify(number)),
    fc.maxSafeInteger().map(String),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  );
}

/** The path of a part in a JSON value. */
export type Path = readonly (string | number)[];

/** Returns the paths of all parts of `value`, starting with the whole. */
export function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...entries.flatMap(([key, part]) => pathsOf(part, [...at, key]))];
}

const HOLE = 'the part at fault';

/** Returns the JSON text of `value` with the text `json` in place of the part at `path`. */
export function replaceAt(value: unknown, path: Path, json: string): string {
  return JSON.stringify(withHole(value, path)).replace(`"${HOLE}"`, () => json);
}

function withHole(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return HOLE;
  if (Array.isArray(value)) return value.with(Number(key), withHole(value[Number(key)], rest));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: withHole(fields[key], rest) };
}
