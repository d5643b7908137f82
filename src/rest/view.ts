import { z } from 'zod';
import { parameter } from './query.ts';
import type { Taken } from './shape.ts';

const VIEW = {
  view: parameter
    .pipe(z.literal('full', "must be 'full', or left out"))
    .optional()
    .meta({ description: '`full` adds the fields that are marked as optional in the response.' }),
};

/** Adds the parameter of endpoints that can show more than the documented minimum to their query. */
export function withView<Variables>(query: Taken<Variables>): Taken<Variables> {
  const schema = query.schema as z.ZodObject;
  return { ...query, schema: schema.safeExtend(VIEW).meta(schema.meta() ?? {}) };
}
