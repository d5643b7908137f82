import { createExecutor } from '../src/executor.ts';
import type { Target } from './fuzz.ts';
import { generateOperation } from './generate-operation.ts';
import { createRandom } from './random.ts';
import { createSyntheticSchema, type Trial } from './synthetic-schema.ts';

const VALUES = {
  ID: ['1', '2', 'abc'],
  Int: [0, 1, 2, -1],
  String: ['', 'text'],
  Boolean: [true, false],
};

/** Creates a schema that needs no data: its resolvers fail in every possible way. */
export function createSyntheticTarget(): Target {
  const schema = createSyntheticSchema();
  const { executeCompiled, executePlainly } = createExecutor({ schema });
  return {
    name: 'synthetic',
    schema,
    generate: (seed) => generateOperation(createRandom(seed), { schema, values: VALUES }),
    async execute(way, seed, document, variables) {
      const stopping = new AbortController();
      const contextValue = trialOf(seed, stopping);
      const operation = {
        document,
        variableValues: variables,
        contextValue,
        signal: stopping.signal,
      };
      const compiled = way === 'compiled' ? executeCompiled(operation) : undefined;
      const executing = compiled ?? executePlainly(operation);
      const result = await executing.then(
        (value) => JSON.stringify(value),
        (error: Error) => `aborted: ${error.message}`,
      );
      return { result, isCompiled: compiled !== undefined };
    },
  };
}

/** Returns a trial of an operation. One in eight is aborted, before it begins or at a resolver's turn. */
function trialOf(seed: number, stopping: AbortController): Trial {
  const random = createRandom(~seed);
  const abort = () => stopping.abort(new Error('enough'));
  let resolversLeft = random.chance(0.125) ? random.below(12) : Infinity;
  if (resolversLeft === 0) abort();
  return {
    seed,
    onResolve() {
      if (--resolversLeft === 0) abort();
    },
  };
}
