import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { request, type RequestOptions } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const GRAPHQL_RESPONSE = 'application/graphql-response+json';
/** The `Accept` header of Apollo Client. */
const ACCEPT = `${GRAPHQL_RESPONSE},application/json;q=0.9`;

let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(service);
});

function ask(options: RequestOptions, accept: string, method = 'POST', path = '//graphql') {
  return account.call(method, path, { ...options, headers: { Accept: accept, ...options.headers } });
}

const codeOf = ({ json }: { json: { errors: { extensions: { code: string } }[] } }) =>
  json.errors[0]!.extensions.code;

const TOO_COSTLY =
  '{ deliveries(first: 100) { nodes { supermarket { deliveries(first: 100) { nodes { id supermarket { id } } } } } } }';

/** Operations that are refused before execution, with their status in both media types. */
const REFUSED: [name: string, body: object, status: number, plainStatus: number, code: string][] = [
  ['too costly an operation', { query: TOO_COSTLY }, 400, 200, 'validation_error'],
  ['a document that is not valid', { query: '{ unknown }' }, 400, 200, 'validation_error'],
  ['a text that is no document', { query: '{' }, 400, 200, 'validation_error'],
  [
    'variables that are wrong',
    { query: 'query ($id: ID!) { delivery(id: $id) { id } }' },
    400,
    400,
    'validation_error',
  ],
  [
    'a subscription to whoever takes no stream',
    { query: 'subscription { events { id } }' },
    400,
    200,
    'validation_error',
  ],
  [
    'a persisted operation that is not known',
    { extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } },
    404,
    200,
    'not_found',
  ],
];

describe('an operation that is refused', () => {
  it.each(REFUSED)('has the status of its code: %s', async (_name, body, status, _plain, code) => {
    const answer = await ask({ body }, ACCEPT);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('Content-Type')).toBe(`${GRAPHQL_RESPONSE}; charset=utf-8`);
    expect(answer.json).not.toHaveProperty('data');
    expect(codeOf(answer)).toBe(code);
  });

  it.each(REFUSED)('keeps its status as application/json: %s', async (_name, body, _status, plain, code) => {
    const answer = await ask({ body }, 'application/json');
    expect(answer.status).toBe(plain);
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(codeOf(answer)).toBe(code);
  });
});

it('has the status 200 with data, also where a field failed', async () => {
  const whole = await ask({ body: { query: '{ account { id } }' } }, ACCEPT);
  expect([whole.status, whole.json.errors]).toEqual([200, undefined]);
  const { key } = await account.issue(['products:read']);
  const partial = await ask({ key, body: { query: '{ delivery(id: "1") { id } }' } }, ACCEPT);
  expect([partial.status, partial.json.data]).toEqual([200, { delivery: null }]);
});

it('sends the result of a query as an event in one response of a known length', async () => {
  const response = await fetch(`${service.url}/graphql?query={account{id}}`, {
    headers: { Authorization: `Bearer ${account.key}`, Accept: 'text/event-stream' },
  });
  const text = await response.text();
  expect(response.headers.get('Content-Type')).toBe('text/event-stream');
  expect(response.headers.get('Content-Length')).toBe(String(text.length));
  const [, data] = /^:\n\nevent: next\ndata: (.+)\n\nevent: complete\ndata: \n\n$/.exec(text)!;
  expect(JSON.parse(data!).data).toEqual({ account: { id: String(account.id) } });
});

const BEFORE: [name: string, options: RequestOptions, status: number, code: string][] = [
  ['no key', { key: 'prv_none', body: { query: '{ account { id } }' } }, 401, 'unauthorized'],
  ['several operations', { body: [{ query: '{ account { id } }' }] }, 400, 'validation_error'],
  ['no JSON', { raw: '{' }, 400, 'invalid_json'],
  ['another type', { raw: '{}', headers: { 'Content-Type': 'text/plain' } }, 415, 'unsupported_media_type'],
  ['too much', { raw: JSON.stringify({ query: ' '.repeat(300_000) }) }, 413, 'payload_too_large'],
];

describe('a request without an operation', () => {
  it.each(BEFORE)('is refused in the requested media type: %s', async (_name, options, status, code) => {
    for (const [accept, type] of [
      [ACCEPT, GRAPHQL_RESPONSE],
      ['application/json', 'application/json'],
      ['text/event-stream', 'application/json'],
    ] as const) {
      const answer = await ask(options, accept);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('Content-Type')).toBe(`${type}; charset=utf-8`);
      expect(codeOf(answer)).toBe(code);
    }
  });

  it('is refused so by its rate limit too', async () => {
    const { key } = await createAccount(service, 'free');
    const body = { query: '{ account { id } }' };
    for (let at = 0; at < 10; at++) await ask({ key, body }, ACCEPT);
    const answer = await ask({ key, body }, ACCEPT);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('Content-Type')).toBe(`${GRAPHQL_RESPONSE}; charset=utf-8`);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(codeOf(answer)).toBe('rate_limited');
  });
});

it('requests a key when an operation of a page without one is refused', async () => {
  const body = JSON.stringify({ query: '{ __schema { types { name } } }' });
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    Origin: service.url,
    'Content-Type': 'application/json',
  };
  for (const [accept, status] of [
    [ACCEPT, 401],
    ['application/json', 200],
  ] as const) {
    const answer = await request(service.url, 'POST', '//graphql', {
      raw: body,
      headers: { ...headers, Accept: accept },
    });
    expect([answer.status, codeOf(answer)]).toEqual([status, 'unauthorized']);
    expect(answer.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Bearer' : null);
  }
});

it('tells caches that the response depends on Accept', async () => {
  const query = '//graphql?query={account{id}}';
  const long = '//graphql?query={__schema{types{name,description}}}';
  const answers = await Promise.all([
    ask({}, ACCEPT, 'GET', query),
    ask({}, 'application/json', 'GET', query),
    ask({}, 'text/html', 'GET', '//graphql'),
    ask({ key: 'prv_none' }, ACCEPT, 'GET', query),
    ask({}, ACCEPT, 'GET', long),
    ask({ body: { query: '{ account { id } }' } }, ACCEPT),
  ]);
  for (const { headers } of answers) expect(headers.get('Vary')?.split(', ')).toContain('Accept');
  expect(answers[4].headers.get('Vary')).toBe('Accept, Accept-Encoding');
});
