import { htmlIn } from './render-guide.ts';
import { escaped } from './html.ts';

/** The part of JSON Schema that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  format?: string;
  default?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

type Resolve = (schema: Schema) => Schema;

/** Returns the table rows of a schema's fields, nested ones by their paths. */
export function fieldsOf(schema: Schema, resolve: Resolve, prefix = ''): string[][] {
  const { properties = {}, required = [] } = resolve(schema);
  return Object.entries(properties).flatMap(([name, each]) => {
    const field = present(resolve(each), resolve);
    const inner = field.items ? present(resolve(field.items), resolve) : field;
    const path = `${prefix}${name}${field.items ? '[]' : ''}`;
    const row = [
      `<code>${path}</code>${required.includes(name) ? '' : ' <em>optional</em>'}`,
      typeOf(resolve(each)),
      htmlIn(each.description ?? field.description ?? ''),
    ];
    return [row, ...fieldsOf(inner, resolve, `${path}.`)];
  });
}

/** Returns a nullable schema without its null variant. */
function present(schema: Schema, resolve: Resolve): Schema {
  const other = schema.anyOf?.find(({ type }) => type !== 'null');
  return other ? resolve(other) : schema;
}

/** Returns the type of a schema with its bounds, in words. */
export function typeOf(schema: Schema): string {
  const { anyOf, enum: values, type, format, items } = schema;
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if ('const' in schema) return `<code>${escaped(JSON.stringify(schema.const))}</code>`;
  if (values) return values.map((value) => `<code>${escaped(String(value))}</code>`).join(', ');
  const words = [Array.isArray(type) ? type.join(' or ') : (type ?? 'object')];
  if (items?.type) words.push(`of ${Array.isArray(items.type) ? items.type.join(' or ') : items.type}s`);
  if (format && format !== 'int64') words.push(`(${format})`);
  return [words.join(' '), ...boundsOf(schema)].join(', ');
}

function boundsOf(schema: Schema): string[] {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const bounds: [string, number | undefined, string][] = [
    ['from', minimum, ''],
    ['above', exclusiveMinimum, ''],
    ['up to', maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''],
    ['at least', minLength, ' character'],
    ['at most', maxLength, ' character'],
    ['at least', minItems, ' item'],
    ['at most', maxItems, ' item'],
  ];
  const given = bounds.filter(([, value]) => value !== undefined);
  const words = given.map(
    ([word, value, unit]) =>
      `${word} ${value!.toLocaleString('en')}${unit && value! > 1 ? `${unit}s` : unit}`,
  );
  return schema.default === undefined ? words : [...words, `default ${JSON.stringify(schema.default)}`];
}
