import { z } from 'zod';
import { textPatterns } from '../schema/core/noun/text-patterns.ts';
import { describeBy } from './describe.ts';

export type Json = Record<string, unknown>;

/** JSON Schemas generated from the zod schemas that validate. */
export interface Schemas {
  /** Returns the schema of a request (`input`) or response (`output`). */
  of(type: z.ZodType, io: 'input' | 'output'): Json;
  /** Returns an example for a schema, combined from the examples of its parts. */
  exampleOf(schema: Json): unknown;
  /** The named schemas, which others refer to. */
  named: Record<string, Json>;
}

const NAMED = '#/components/schemas/';

export function createSchemas(): Schemas {
  const named: Record<string, Json> = {};

  function of(type: z.ZodType, io: 'input' | 'output'): Json {
    const text = JSON.stringify(z.toJSONSchema(type, { io, override: (each) => finish(each, io) }));
    const { $schema: _, $defs = {}, ...schema } = JSON.parse(text.replaceAll('#/$defs/', NAMED));
    for (const [name, each] of Object.entries<Json>($defs)) describeBy(name, each);
    Object.assign(named, $defs);
    return schema;
  }

  function exampleOf(schema: Json): unknown {
    const { $ref, examples, properties, required } = schema as JsonSchema;
    if ($ref) return exampleOf(named[$ref.slice(NAMED.length)]!);
    if (examples) return examples[0];
    if ('const' in schema) return schema.const;
    if (schema.items) return [exampleOf(schema.items as Json)];
    if (!properties) throw new Error(`${JSON.stringify(schema)} has no example`);
    const fields = Object.entries(properties).filter(([name]) => required?.includes(name));
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]));
  }

  return { of, exampleOf, named };
}

interface JsonSchema {
  $ref?: string;
  examples?: unknown[];
  properties?: Record<string, Json>;
  required?: string[];
}

interface Finished {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

function finish({ zodSchema, jsonSchema }: Finished, io: 'input' | 'output'): void {
  // zod drops the examples of inputs with a transform; these show the input.
  const { examples, pattern } = z.globalRegistry.get(zodSchema) ?? {};
  const ofText = textPatterns.get(zodSchema)?.pattern;
  if (ofText !== undefined && io === 'input') jsonSchema.pattern ??= ofText;
  if (examples) jsonSchema.examples = examples as unknown[];
  // zod's pattern only repeats a format; the schema's own pattern adds to it.
  if (jsonSchema.format && zodSchema instanceof z.ZodStringFormat) jsonSchema.pattern = pattern as string;
  if (jsonSchema.pattern === undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // Clients must ignore unknown fields, so that responses can grow.
  if (io === 'output') delete jsonSchema.additionalProperties;
}
