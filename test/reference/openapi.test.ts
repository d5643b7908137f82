import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { STATUS } from '../../src/http/response/error-status.ts';
import { API_GUIDES } from '../../src/reference/guides.ts';
import { routes } from '../../src/rest/routes.ts';
import { SCOPES } from '../../src/schema/core/caller/scopes.ts';
import type { ErrorCode } from '../../src/schema/core/errors.ts';
import { EVENT_TYPES } from '../../src/schema/core/event/events.ts';
import { createAccount } from '../support/service/account.ts';
import {
  documentedOperations,
  expectDocumented,
  isDocumented,
  openApi,
  valueAt,
} from '../support/http/documented.ts';
import { request } from '../support/http/http.ts';
import { blocksOf, textOf } from '../support/text/markdown.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('/openapi.json', () => {
  it('needs no key, can be read from other origins, and returns 304 while it is unchanged', async () => {
    const first = await request(service.url, 'GET', '//openapi.json', {
      headers: { Origin: 'https://tools.example' },
    });
    expect(first.status).toBe(200);
    expect(first.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(first.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const headers = { 'If-None-Match': first.headers.get('ETag')! };
    const again = await request(service.url, 'GET', '//openapi.json', { headers });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
  });

  it('is the same at every address, except for the address itself', async () => {
    const { json, text } = await request(service.url, 'GET', '//openapi.json');
    expect(json.servers).toEqual([{ url: `${service.url}/api/v1` }]);
    expect(text.replaceAll(service.url, 'http://127.0.0.1:3000')).toBe(JSON.stringify(openApi));
  });

  it('describes exactly the existing endpoints, each with a unique name and its scope', () => {
    const described = ofApi().map(({ path, method, operationId, security }) => [
      operationId,
      { path, method, security },
    ]);
    const known = routes.map(({ path, method, name, scope }) => [
      name,
      { path: path.replaceAll(/:(\w+)/g, '{$1}'), method, security: [{ apiKey: scope ? [scope] : [] }] },
    ]);
    expect(described).toHaveLength(routes.length);
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(known));
    const scopes = ofApi().flatMap(({ security }) => security[0]!.apiKey);
    const names = documentedOperations().map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(scopes)).toEqual(new Set(SCOPES));
  });

  it('describes a callback for every event', () => {
    expect(Object.keys(openApi.webhooks)).toEqual([...EVENT_TYPES, 'webhook.test']);
    for (const [event, { post }] of Object.entries(openApi.webhooks)) {
      const { schema, example } = post!.requestBody!.content['application/json'];
      expect(schema.properties.event!.const).toBe(event);
      expect(new Set(Object.keys(example.data))).toEqual(new Set(schema.properties.data!.required));
    }
  });

  it('lists every code that an endpoint can return with its status and an example', () => {
    const shown = Object.values(openApi.components.responses).flatMap(({ content }) =>
      Object.entries(content!['application/json'].examples),
    );
    const answerable = Object.keys(STATUS).filter((code) => code !== 'method_not_allowed');
    expect(new Set(shown.map(([code]) => code))).toEqual(new Set(answerable));
    for (const [code, { value }] of shown) expect(value.error.code).toBe(code);
    const refusals = documentedOperations().flatMap(({ responses }) => Object.entries(responses));
    for (const [status, response] of refusals) {
      const codes = '$ref' in response ? codesIn(response.$ref) : [];
      for (const code of codes) expect(STATUS[code as ErrorCode]).toBe(Number(status));
    }
  });
});

describe('requests in /openapi.json', () => {
  it('have patterns that a person can read, and a sentence on the characters of texts', () => {
    const patterns = new Set<string>();
    JSON.stringify(openApi, (key, value: unknown) => {
      if (key === 'pattern') patterns.add(String(value));
      return value;
    });
    expect(patterns.size).toBeGreaterThan(5);
    for (const pattern of patterns) {
      expect([pattern, pattern.length < 60]).toEqual([pattern, true]);
      expect(pattern).not.toMatch(/\\[xupP]/);
    }
    expect(openApi.info.description).toContain('cannot have control characters');
  });

  it('allows no unknown fields in requests, and allows them in responses', () => {
    const bodies = ofApi().flatMap(({ requestBody }) => requestBody ?? []);
    expect(bodies.length).toBeGreaterThan(0);
    for (const { content } of bodies) {
      const { schema } = content['application/json'];
      expect(resolved(schema)).toHaveProperty('additionalProperties', false);
    }
    const { webhooks, components } = openApi;
    const sent = documentedOperations().map(({ responses }) => responses);
    expect(JSON.stringify([webhooks, components.responses, sent])).not.toContain('additionalProperties');
    expect(components.schemas.Delivery).not.toHaveProperty('additionalProperties');
  });

  it('describes every parameter, and gives an example of every id', () => {
    const parameters = documentedOperations().flatMap((each) => each.parameters.map(resolved));
    expect(parameters.filter(({ description }) => !description)).toEqual([]);
    const ids = parameters.filter((each) => each.in === 'path');
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter(({ example }) => example === undefined)).toEqual([]);
  });

  it('has requests whose dates stay in the future, as the collection and the guides have', () => {
    const inFiveYears = new Date(Date.now() + 5 * 366 * 86_400_000).toISOString().slice(0, 10);
    const requests = ofApi().map(({ parameters, requestBody }) => [
      parameters.map((each) => resolved(each).example),
      requestBody?.content['application/json'].example,
    ]);
    const commands = Object.keys(API_GUIDES).flatMap((guide) =>
      blocksOf(textOf(`docs/${guide}.md`)).flatMap(({ language, code }) =>
        language === 'json' ? [] : [code],
      ),
    );
    const written = [JSON.stringify(requests), textOf('dist/docs/provender.postman.json'), ...commands].join(
      '\n',
    );
    const dates = Array.from(written.matchAll(DATES), ([, name = '', date]) => ({ name, date: date! }));
    expect(dates.filter(({ date }) => date > inFiveYears).length).toBeGreaterThan(40);
    expect(dates.filter(({ name, date }) => date <= inFiveYears && !OF_THE_PAST.has(name))).toEqual([]);
  });

  it('has examples with dates that stay in the future', () => {
    vi.useFakeTimers({ now: new Date('2095-01-01T00:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const { name, body } of routes.filter((route) => route.body)) {
      const { requestBody } = ofApi().find(({ operationId }) => operationId === name)!;
      const { example } = requestBody!.content['application/json'];
      expect([name, body!.safeParse(example).success]).toEqual([name, true]);
    }
  });

  it.each<[string, string, unknown]>([
    ['DeliveryInput', 'delivery_date', '1899-12-31'],
    ['DeliveryInput', 'delivery_date', '2101-01-01'],
    ['DeliveryInput', 'supermarket_id', 2 ** 53],
    ['DeliveryInput', 'supermarket_id', 0],
    ['ProductInput', 'name', ' \t '],
    ['ProductInput', 'price', 10_000_000],
    ['ProductInput', 'weight', 0],
    ['SupermarketInput', 'contact_email', 'nobody'],
    ['ReturnInput', 'return_date', '2024-02-30'],
    ['ReturnInput', 'reason', 'x'.repeat(101)],
    ['WebhookInput', 'url', 'http://hooks.example.com/'],
    ['WebhookInput', 'url', 'https://a b'],
    ['WebhookInput', 'events', ['delivery.lost']],
  ])('does not allow a %s whose %s is %j', (name, field, value) => {
    const schema = openApi.components.schemas[name]!;
    expect(isDocumented(schema, schema.examples[0])).toBe(true);
    expect(isDocumented(schema, { ...schema.examples[0], [field]: value })).toBe(false);
  });
});

/** A date with its name, if it has one; without the times of a shown log. */
const DATES = /(?:(\w+)\\?["']?\s*[:=]\s*\\?["']?)?\b((?:20|21)\d\d-\d\d-\d\d)(?! \d\d:)/g;
/** Where days of the past belong: filters of lists and figures. The last two are versions of a protocol. */
const OF_THE_PAST = new Set(
  'date_from dateFrom dateTo updated_since since Version protocolVersion'.split(' '),
);

function resolved<T extends object>(each: T & { $ref?: string }): T {
  return each.$ref ? (valueAt(each.$ref.slice(1)) as T) : each;
}

/** Returns the operations below the base path. */
function ofApi() {
  return documentedOperations().filter(({ isOfFiles }) => !isOfFiles);
}

/**
 * Returns the codes in the name of a shared response, which ends with a chapter if that has errors of its
 * own.
 */
function codesIn(reference: string): string[] {
  return reference.split('/').at(-1)!.replace(/-\w+$/, '').split('.');
}

describe('a response that is not as documented', () => {
  it('is detected by its body, its headers and its status', async () => {
    const account = await createAccount(service);
    const answer = await account.call('GET', '/products');
    const url = `${service.url}/api/v1/products`;
    const check = (changed: object) => expectDocumented('GET', url, { ...answer, ...changed });
    check({});
    const { json, headers } = answer;
    expect(() => check({ json: { ...json, more: 1 } })).toThrow('must NOT have additional properties');
    expect(() => check({ json: { status: 'success', data: [] } })).toThrow(
      "must have required property 'pagination'",
    );
    expect(() => check({ json: { ...json, data: [{}] } })).toThrow("must have required property 'id'");
    expect(() => check({ status: 201 })).toThrow('is not documented');
    expect(() => check({ headers: without(headers, 'X-Request-Id') })).toThrow(
      'missing headers: X-Request-Id',
    );
    expect(() => check({ headers: new Headers([...headers, ['X-More', '1']]) })).toThrow(
      'undocumented headers: x-more',
    );
    const refusal = { status: 'error', error: { code: 'invalid_json', message: 'no', field: null } };
    expect(() =>
      check({ status: 400, json: refusal, headers: without(without(headers, 'Link'), 'Cache-Control') }),
    ).toThrow('must be equal to one of the allowed values');
  });
});

function without(headers: Headers, name: string): Headers {
  const copy = new Headers(headers);
  copy.delete(name);
  return copy;
}
