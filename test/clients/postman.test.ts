import { expect, it } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { createAccount } from '../support/account.ts';
import { request } from '../support/http.ts';
import { textOf } from '../support/markdown.ts';
import { useService } from '../support/service.ts';

interface Entry {
  request: {
    method: string;
    header: { key: string; value: string }[];
    url: { raw: string; path: string[] };
    body?: { raw: string };
  };
}

const service = useService();
const { item } = JSON.parse(textOf('clients/postman/provender.json')) as { item: { item: Entry[] }[] };
const entries = item.flatMap((folder) => folder.item);

it('has every endpoint', () => {
  const known = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const listed = entries.map(({ request: { method, url } }) => `${method} /${url.path.join('/')}`);
  expect(new Set(listed)).toEqual(new Set(known));
  expect(listed).toHaveLength(known.length);
});

it.each(['/products', '/supermarkets'])('creates what it shows at %s', async (path) => {
  const { key } = await createAccount(service);
  const entry = entries.find(
    ({ request: { method, url } }) => method === 'POST' && url.raw === `{{baseUrl}}${path}`,
  )!;
  const headers = Object.fromEntries(entry.request.header.map((each) => [each.key, each.value]));
  const answer = await request(service.url, 'POST', path, { key, raw: entry.request.body!.raw, headers });
  expect(answer.status).toBe(201);
});
