import { takeTurn } from '../limits/pause.ts';
import { builder } from './core/builder/builder.ts';
import { schema, unchecked } from './index.ts';

/** The bounds of results, and the error for a result beyond them. */
export { type Bounds, requireBounds, ResultTooLarge } from './core/builder/builder.ts';

/** Executes operations of valid documents on the schema. */
export const {
  execute: executeOperation,
  executeCompiled,
  executePlainly,
  missingPermission,
} = builder.toExecutor({ schema, unchecked, takeTurn });
