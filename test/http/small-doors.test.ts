import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createLinked } from '../support/records/receipts.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, createVisitor } from '../support/service/visitor.ts';

const service = useService();

const STRANGERS_BYTES = 16 * 1_024;
const CALLERS_BYTES = 256 * 1_024;
/** The header of a body that is larger than any endpoint takes. */
const HUGE = 'Content-Length: 1000000000';
const JSON_TYPE = 'Content-Type: application/json';
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const QUERY = JSON.stringify({ query: '{ signUpAllowed }' });

/** Sends the head of a request and some of its body, but never its end; returns the response. */
async function begin(target: string, headers: string[], ...parts: string[]): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head = [`POST ${target} HTTP/1.1`, `Host: ${hostname}:${port}`, 'Connection: close', ...headers];
  for (const part of [`${head.join('\r\n')}\r\n\r\n`, ...parts]) socket.write(part);
  return text(socket);
}

function chunk(bytes: number): string {
  return `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;
}

/** The codes of a response that may be of REST or GraphQL. */
function codeIn(response: string): [status: string | undefined, code: string | undefined] {
  return [/^HTTP\/1\.1 (\d+)/.exec(response)?.[1], /"code":"(\w+)"/.exec(response)?.[1]];
}

const TOO_LARGE = ['413', 'payload_too_large'];

describe('the body of a request to /graphql without a caller', () => {
  it('can be 16 KiB, and not a byte more', async () => {
    const visitor = createVisitor(service);
    const headers = { 'Content-Type': 'application/json' };
    const full = QUERY.padEnd(STRANGERS_BYTES);
    expect((await visitor.ask('', { body: full, headers })).json.data).toEqual({ signUpAllowed: false });
    const refused = await visitor.ask('', { body: `${full} `, headers });
    expect(refused.status).toBe(413);
    expect(refused.json).toEqual({
      errors: [
        {
          message: expect.stringContaining('at most 16 KiB'),
          extensions: {
            code: 'payload_too_large',
            field: null,
            problem: 'payload_too_large',
            values: { max: STRANGERS_BYTES },
          },
        },
      ],
    });
    visitor.cookies.set('provender_session', 'ended');
    expect((await visitor.ask('', { body: `${full} `, headers })).status).toBe(413);
  });

  it('is refused by its length, before any of it arrives', async () => {
    const own = [`Origin: ${service.url}`, JSON_TYPE];
    expect(codeIn(await begin('/graphql', [...own, HUGE]))).toEqual(TOO_LARGE);
    expect(codeIn(await begin('/graphql', [...own, HUGE, 'Content-Encoding: gzip']))).toEqual(TOO_LARGE);
  });

  it('is refused in chunks as soon as there are too many', async () => {
    const headers = [`Origin: ${service.url}`, JSON_TYPE, 'Transfer-Encoding: chunked'];
    const parts = [chunk(STRANGERS_BYTES), chunk(1)];
    expect(codeIn(await begin('/graphql', headers, ...parts))).toEqual(TOO_LARGE);
  });

  it('is limited after decompression, and before', async () => {
    const visitor = createVisitor(service);
    const ask = (body: Buffer) =>
      visitor.ask('', {
        body: body as never,
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      });
    expect((await ask(gzipSync(QUERY.padEnd(STRANGERS_BYTES)))).status).toBe(200);
    expect((await ask(gzipSync(QUERY.padEnd(STRANGERS_BYTES + 1)))).status).toBe(413);
    // Members without content make the compressed body long, and the other one no longer.
    const empty = Buffer.concat([...Array(1_000).fill(gzipSync('')), gzipSync(QUERY)]);
    expect((await ask(empty)).status).toBe(413);
  });

  it('can be 256 KiB once somebody is signed in, or with a key', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const [full, more] = [QUERY.padEnd(CALLERS_BYTES), QUERY.padEnd(CALLERS_BYTES + 1)];
    const person = await createSignedIn(service);
    expect((await person.ask('', { body: full, headers })).status).toBe(200);
    expect((await person.ask('', { body: more, headers })).status).toBe(413);
    const account = await createAccount(service);
    expect((await account.call('POST', '//graphql', { raw: full })).status).toBe(200);
    expect((await account.call('POST', '//graphql', { raw: more })).status).toBe(413);
  });
});

describe('a body is refused unread', () => {
  it.each([
    ['/api/v1/products', '401', 'unauthorized'],
    ['/graphql', '401', 'unauthorized'],
    ['/mcp', '401', 'unauthorized'],
    ['/photos?delivery=1', '401', 'unauthorized'],
    ['/import/products', '401', 'unauthorized'],
    ['/nothing', '404', 'not_found'],
  ])('without a valid key: %s', async (target, ...refusal) => {
    for (const key of [[], ['Authorization: Bearer prv_wrong']]) {
      expect(codeIn(await begin(target, [...key, JSON_TYPE, HUGE]))).toEqual(refusal);
    }
  });

  it.each(['/api/v1/products', '/graphql', '/mcp', '/photos?delivery=1', '/import/products'])(
    'with a key, if it is too large: %s',
    async (target) => {
      const { key } = await createAccount(service);
      const headers = [`Authorization: Bearer ${key}`, JSON_TYPE, HUGE];
      expect(codeIn(await begin(target, headers))).toEqual(TOO_LARGE);
    },
  );

  it('with the link of no receipt', async () => {
    for (const path of ['', '/photos']) {
      const response = await begin(`/r/${'0'.repeat(22)}${path}`, [FORM, 'Content-Length: 20000']);
      expect(response).toMatch(/^HTTP\/1\.1 404[^]*Link not found/);
    }
  });

  it('with the link of a receipt, if it is more than a receipt or a photo', async () => {
    const { url } = await createLinked(await createAccount(service));
    const path = new URL(url, service.url).pathname;
    for (const target of [path, `${path}/photos`])
      expect(await begin(target, [FORM, HUGE])).toMatch(/^HTTP\/1\.1 413/);
  });
});

it('stops receiving a body that goes on after its refusal', async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const part = chunk(64 * 1_024);
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${service.url}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  let received = '';
  socket.on('data', (data) => (received += String(data)));
  let sent = 0;
  while (!socket.closed && sent < 64 * 1_024 ** 2) {
    if (!socket.write(part)) await sleep(1);
    sent += part.length;
  }
  expect(codeIn(received)).toEqual(TOO_LARGE);
  expect(sent).toBeLessThan(64 * 1_024 ** 2);
});

it('refuses a longer URL than 16 KiB as too large, over REST and GraphQL', async () => {
  const account = await createAccount(service);
  const variables = `{"x":0.1${'0'.repeat(STRANGERS_BYTES)}1}`;
  const targets = [
    `/graphql?query={__typename}&variables=${variables}`,
    `/api/v1/products?search=${variables}`,
  ];
  for (const target of targets) {
    const response = await fetch(service.url + target, {
      headers: { Authorization: `Bearer ${account.key}` },
    });
    expect(response.status).toBe(413);
    expect(response.headers.get('X-RateLimit-Limit')).toMatch(/^\d+$/);
    expect((await response.json()).error).toMatchObject({
      code: 'payload_too_large',
      problem: 'headers_too_large',
      values: { max: STRANGERS_BYTES },
    });
  }
});
