// @ts-expect-error -- it has no types
import { Collection } from 'postman-collection';
// @ts-expect-error -- it has no types
import { Runner } from 'postman-runtime';
import { expect, it } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { createAccount } from '../support/service/account.ts';
import { textOf } from '../support/text/markdown.ts';
import { useService } from '../support/service/service.ts';

interface Entry {
  request: {
    method: string;
    url: { path: string[] };
  };
}

const service = useService();
const collection = JSON.parse(textOf('dist/docs/provender.postman.json')) as { item: { item: Entry[] }[] };
const entries = collection.item.flatMap((folder) => folder.item);

it('has every endpoint', () => {
  const known = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const listed = entries.map(({ request: { method, url } }) => `${method} /${url.path.join('/')}`);
  expect(new Set(listed)).toEqual(new Set(known));
  expect(listed).toHaveLength(known.length);
});

it('responds to every request with success, from top to bottom', async () => {
  const { key } = await createAccount(service);
  const { requests, failures } = await runCollection(collection, {
    baseUrl: `${service.url}/api/v1`,
    apiKey: key,
  });
  expect(failures).toEqual([]);
  expect(requests.map(({ status }) => status)).toEqual(requests.map(() => expect.toBeOneOf([200, 201])));
  expect(requests).toHaveLength(routes.length);
});

it('has tests that fail', async () => {
  const { failures } = await runCollection(collection, {
    baseUrl: `${service.url}/api/v1`,
    apiKey: 'prv_none',
  });
  expect(failures).toContain('List products: responds with 200');
});

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
function runCollection(definition: object, variables: Record<string, string>): Promise<Run> {
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
