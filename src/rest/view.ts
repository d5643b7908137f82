import { z } from 'zod';
import { parameter } from './query.ts';
import type { Taken } from './shape.ts';

/** The query parameter of endpoints that can show more than the documented minimum. */
export const VIEW = {
  view: parameter
    .pipe(z.literal('full', "must be 'full', or left out"))
    .optional()
    .meta({ description: '`full` adds the fields that are marked as optional in the response.' }),
};

/** The query of an endpoint with that parameter alone. */
export const VIEW_ALONE: Taken<object> = { schema: z.strictObject(VIEW), toGraphQL: () => ({}) };
