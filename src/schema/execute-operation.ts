import { createExecutor } from '@provender/compiled-execution';
import { createPothosAdapter } from '@provender/compiled-execution/pothos';
import { createPause } from '../pause.ts';
import { scopesOf } from './builder/builder.ts';
import type { Context } from './context.ts';
import { schema, unchecked } from './index.ts';

/** The number of list items between two checks of the clock; an item takes a few microseconds at most. */
const ITEMS_BETWEEN_LOOKS = 64;

/** Executes operations of valid documents on the schema. */
export const {
  execute: executeOperation,
  executeCompiled,
  executePlainly,
  missingPermission,
} = createExecutor<Context>({
  schema,
  unchecked,
  adapter: createPothosAdapter(scopesOf),
  createPause: () => createPause('complete', ITEMS_BETWEEN_LOOKS),
});
