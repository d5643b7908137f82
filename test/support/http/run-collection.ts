// @ts-expect-error -- it has no types
import { Collection } from 'postman-collection';
// @ts-expect-error -- it has no types
import { Runner } from 'postman-runtime';

/** The result of running a collection. */
interface Run {
  requests: { name: string; status: number }[];
  /** The failed tests, by request, and other errors. */
  failures: string[];
}

type Callback<Result> = (error: Error | null, cursor: object, result: Result, item: { name: string }) => void;

interface Callbacks {
  assertion(cursor: object, assertions: { name: string; passed: boolean }[]): void;
  exception(cursor: object, error: Error): void;
  beforeItem: Callback<{ name: string }>;
  request: Callback<{ code: number }>;
  done(error: Error | null): void;
}

/** Runs a Postman collection with Postman's own runtime and these variables. */
export function runCollection(definition: object, variables: Record<string, string>): Promise<Run> {
  const collection = new Collection(structuredClone(definition));
  for (const [key, value] of Object.entries(variables)) collection.variables.one(key)!.set(value);
  const run: Run = { requests: [], failures: [] };
  let current = '';
  return new Promise((resolve, reject) => {
    const start = { fileResolver: undefined };
    new Runner().run(
      collection,
      start,
      (failed: Error | null, running: { start(callbacks: Partial<Callbacks>): void }) => {
        if (failed) return reject(failed);
        running.start({
          beforeItem: (_error, _cursor, { name }) => void (current = name),
          assertion: (_cursor, assertions) =>
            run.failures.push(
              ...assertions.filter(({ passed }) => !passed).map(({ name }) => `${current}: ${name}`),
            ),
          exception: (_cursor, error) => run.failures.push(`${current}: ${error.message}`),
          request: (error, _cursor, response) => {
            run.requests.push({ name: current, status: error ? 0 : response.code });
          },
          done: (error) => (error ? reject(error) : resolve(run)),
        });
      },
    );
  });
}
