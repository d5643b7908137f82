import { createExecutor } from '@provender/compiled-execution';
import { createPothosAdapter } from '@provender/compiled-execution/pothos';
import { scopesOf } from './builder.ts';
import type { Context } from './context.ts';
import { schema, unchecked } from './index.ts';

/** Executes operations of valid documents on the schema. */
export const {
  execute: executeOperation,
  executeCompiled,
  executePlainly,
} = createExecutor<Context>({ schema, unchecked, adapter: createPothosAdapter(scopesOf) });
