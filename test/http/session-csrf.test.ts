import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import {
  type Ask,
  createSignedIn,
  createVisitor,
  type User,
  type Visitor,
} from '../support/service/visitor.ts';

const service = useService();
const CHANGE = 'mutation { updateAccount(input: {name: "Forged"}) { name } }';
const READ = '{ account { email } }';

let visitor: Visitor & { user: User };
beforeAll(async () => {
  visitor = await createSignedIn(service);
});

/** Ways in which another site's page makes a browser send requests with cookies. */
const FORGERIES: [string, Ask][] = [
  ['JSON', {}],
  ['text/plain', { headers: { 'Content-Type': 'text/plain' }, body: JSON.stringify({ query: CHANGE }) }],
  ['a form', { body: new URLSearchParams({ query: CHANGE }) }],
  ['a link', { method: 'GET' }],
];

const ORIGINS: [string, Record<string, string | null>][] = [
  ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['a page without an origin', { Origin: 'null' }],
  ['another port of this host', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
  ['a name that begins like ours', { Origin: 'http://127.0.0.1.evil.example' }],
  ['a link on another site', { Origin: null, 'Sec-Fetch-Site': 'cross-site' }],
  ['the address bar', { Origin: null, 'Sec-Fetch-Site': 'none' }],
  ['no browser', { Origin: null }],
];

describe.each(ORIGINS)('a request from %s', (_where, headers) => {
  it.each(FORGERIES)('as %s is refused, with any cookie', async (_how, options) => {
    for (const query of [CHANGE, READ]) {
      const answer = await visitor.ask(query, { ...options, headers: { ...options.headers, ...headers } });
      expect(answer.status).toBe(401);
      expect(answer.json).not.toHaveProperty('data');
      expect(answer.json.errors[0].extensions.code).toBe('unauthorized');
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(answer.setCookies).toEqual([]);
    }
    expect((await visitor.data('{ account { name } }')).account.name).toBe('Supplier');
  });

  it('cannot sign its browser in', async () => {
    const stranger = createVisitor(service);
    const query = `mutation { signIn(email: "${visitor.user.email}", password: "x") { id } }`;
    expect((await stranger.ask(query, { headers })).status).toBe(401);
  });
});

describe('a request of the own page', () => {
  it.each<[string, Ask]>([
    ['by its origin', {}],
    [
      'by what the browser says of a GET',
      { method: 'GET', headers: { Origin: null, 'Sec-Fetch-Site': 'same-origin' } },
    ],
  ])('is known %s', async (_how, options) => {
    const { status, json, headers } = await visitor.ask(READ, options);
    expect([status, json.data]).toEqual([200, { account: { email: visitor.user.email } }]);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  it('is known under every name of this machine', async () => {
    const { port } = new URL(service.url);
    const local = createVisitor({ url: `http://localhost:${port}` });
    expect((await local.signIn(visitor.user.email)).json.data.signIn.isCurrent).toBe(true);
  });

  it('changes nothing by GET', async () => {
    const { status, json } = await visitor.ask(CHANGE, { method: 'GET' });
    expect(status).toBe(405);
    expect(json.errors[0].extensions.code).toBe('method_not_allowed');
  });

  it('accepts only JSON bodies', async () => {
    const body = JSON.stringify({ query: CHANGE });
    const { status } = await visitor.ask('', { body, headers: { 'Content-Type': 'text/plain' } });
    expect(status).toBe(415);
  });
});

describe('beside an API key', () => {
  it('no cookie is looked at', async () => {
    const { key, email } = await createAccount(service);
    const { json } = await visitor.ask('{ account { id } session { id } }', {
      headers: { Authorization: `Bearer ${key}` },
    });
    const { id } = await service.database.prisma.account.findUniqueOrThrow({ where: { email } });
    expect(json.data).toEqual({ account: { id: String(id) }, session: null });
  });

  it.each(['Bearer wrong', 'Basic x', ''])('%j is refused as ever', async (Authorization) => {
    const { status } = await visitor.ask(READ, { headers: { Authorization } });
    expect(status).toBe(401);
  });

  it('cannot sign in', async () => {
    const { key } = await createAccount(service);
    const { json, setCookies } = await createVisitor(service).ask(
      `mutation { signIn(email: "${visitor.user.email}", password: "correct horse battery") { id } }`,
      { headers: { Authorization: `Bearer ${key}` } },
    );
    expect(json.errors[0].extensions.code).toBe('insufficient_scope');
    expect(setCookies).toEqual([]);
  });
});

it('does not accept a cookie over REST', async () => {
  const cookie = Array.from(visitor.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${service.url}/api/v1/products`, {
    headers: { Origin: service.url, Cookie: cookie },
  });
  expect(response.status).toBe(401);
});
