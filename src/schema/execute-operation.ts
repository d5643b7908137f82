import { createPause } from '../limits/pause.ts';
import { builder } from './builder/builder.ts';
import { schema, unchecked } from './index.ts';

/** The number of list items between two checks of the clock; an item takes a few microseconds at most. */
const ITEMS_BETWEEN_LOOKS = 64;

/** Thrown for an operation whose result has more objects than its `maxObjects`. */
export { TooManyObjects } from './builder/builder.ts';

/** Executes operations of valid documents on the schema. */
export const {
  execute: executeOperation,
  executeCompiled,
  executePlainly,
  missingPermission,
} = builder.toExecutor({
  schema,
  unchecked,
  createPause: () => createPause('complete', ITEMS_BETWEEN_LOOKS),
});
