import { describe, expect, it } from 'vitest';
import { attacksOn, expectQuietLog } from '../support/hostile/attack.ts';
import { expectGraphQL } from '../support/http/envelope.ts';
import { CONTENT_TYPES, ENCODED_BODIES } from '../support/hostile/hostile-bodies.ts';
import { EXCESSES, LATE_FAULTS, NO_DOCUMENTS, NO_REQUESTS } from '../support/hostile/hostile-documents.ts';
import { HOSTILE_HEADERS, METHODS } from '../support/hostile/hostile-requests.ts';
import { useService } from '../support/service/service.ts';
import { sendRaw } from '../support/http/wire.ts';

const service = useService();
const expectAnswer = attacksOn(service, expectGraphQL);
const JSON_TYPE = { 'Content-Type': 'application/json' };
const POST = { method: 'POST', target: '/graphql', headers: JSON_TYPE };
const QUERY = '{ account { id } }';

describe('POST /graphql', () => {
  it('explains to a caller that the document is missing', async () => {
    for (const query of NO_DOCUMENTS) {
      const { json } = await expectAnswer({ ...POST, body: JSON.stringify({ query }) });
      for (const { extensions } of json.errors ?? []) expect(extensions.code).toBe('validation_error');
    }
  });

  it('does not report invalid input as an internal error', async () => {
    for (const request of LATE_FAULTS) await expectAnswer({ ...POST, body: JSON.stringify(request) });
  });

  it('withstands documents larger than any client needs', async () => {
    for (const query of EXCESSES) await expectAnswer({ ...POST, body: JSON.stringify({ query }) });
  });

  it('withstands bodies that are not requests', async () => {
    for (const body of NO_REQUESTS) await expectAnswer({ ...POST, body });
  });

  it('withstands encodings, types and headers of all kinds', async () => {
    for (const [encoding, body] of ENCODED_BODIES) {
      await expectAnswer({ ...POST, headers: { ...JSON_TYPE, 'Content-Encoding': encoding }, body });
    }
    const body = JSON.stringify({ query: QUERY });
    for (const type of CONTENT_TYPES)
      await expectAnswer({ ...POST, headers: { 'Content-Type': type }, body });
    for (const headers of HOSTILE_HEADERS) {
      await expectAnswer({ ...POST, headers: { ...JSON_TYPE, ...headers }, body });
    }
  });
});

describe('/graphql', () => {
  it('supports no method except GET and POST', async () => {
    for (const method of METHODS.filter((name) => name !== 'GET' && name !== 'POST')) {
      const { status, headers } = await expectAnswer({ method, target: '/graphql', headers: JSON_TYPE });
      expect(status).toBe(method === 'OPTIONS' ? 204 : 405);
      expect(headers.get('Allow')).toBe('GET, POST');
    }
  });

  it.each([
    ['', 'validation_error'],
    ['?query', 'validation_error'],
    ['?query=%7B', 'validation_error'],
    ['?%zz=%ff', 'validation_error'],
    [`?query=${QUERY}&variables=junk`, 'validation_error'],
    [`?query=${QUERY}&variables=[1]`, 'validation_error'],
    [`?query=${QUERY}&extensions={`, 'validation_error'],
    [`?query=${QUERY}&operationName=x`, 'validation_error'],
    ['?query=mutation{deleteWebhook(id:"1")}', 'method_not_allowed'],
    ['/x', 'not_found'],
    ['/%ff', 'not_found'],
    ['//', 'not_found'],
  ])('refuses GET /graphql%s', async (rest, code) => {
    const { json } = await expectAnswer({ method: 'GET', target: `/graphql${rest.replaceAll(' ', '%20')}` });
    expect(json.errors[0].extensions.code).toBe(code);
  });

  it('shows its page under any Host', async () => {
    for (const Host of ['[::', 'a:b:c', 'evil.example']) {
      const headers = { Host, Accept: 'text/html', Authorization: '' };
      const { status, text } = await sendRaw(service.url, { method: 'GET', target: '/graphql', headers });
      expect(status).toBe(200);
      expect(text.slice(0, 200)).toContain('<title>Provender</title>');
    }
  });
});

it('leaves nothing in the log but requests', () => expectQuietLog(service));
