import { expect, it } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { createAccount } from '../support/service/account.ts';
import { textOf } from '../support/text/markdown.ts';
import { runCollection } from '../support/http/run-collection.ts';
import { useService } from '../support/service/service.ts';

interface Entry {
  request: {
    method: string;
    url: { path: string[] };
  };
}

const service = useService();
const collection = JSON.parse(textOf('clients/postman/provender.json')) as { item: { item: Entry[] }[] };
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
