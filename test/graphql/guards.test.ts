import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { EVIL_QUERIES } from './evil-queries.ts';
import { holdUp } from '../support/database/hold-up.ts';
import { type TestService, useService } from '../support/service/service.ts';
import { statementsOf } from '../support/database/statements.ts';

const service = useService();

async function ask(account: TestAccount, query: string, variables?: object) {
  return (await account.call('POST', '//graphql', { body: { query, variables } })).json;
}

describe('a query meant to hurt', () => {
  let account: TestAccount;
  beforeAll(async () => {
    account = await createAccount(service);
  });

  it.each(EVIL_QUERIES)('is refused before anything is read: $name', async ({ query, variables, why }) => {
    const statements = await statementsOf(service.testDatabase.name, async () => {
      const { data, errors } = await ask(account, query, variables);
      expect(data).toBeUndefined();
      expect(errors[0].message).toMatch(why);
      expect(errors[0].extensions.code).toBe('validation_error');
    });
    expect(statements).toEqual([]);
  });
});

describe('a query of a tool', () => {
  it('is served: the introspection query of GraphiQL', async () => {
    const options = { inputValueDeprecation: true, specifiedByUrl: true, directiveIsRepeatable: true };
    const query = getIntrospectionQuery({ ...options, schemaDescription: true, oneOf: true });
    const { data, errors } = await ask(await createAccount(service), query);
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ __schema: { queryType: { name: 'Query' } } });
  });
});

describe('several operations in one request', () => {
  it('are refused', async () => {
    const account = await createAccount(service);
    const one = { query: '{ account { id } }' };
    const { json } = await account.call('POST', '//graphql', { body: [one, one] });
    expect(json.data).toBeUndefined();
    expect(json.errors[0].message).toBe('The body must be one GraphQL request');
  });
});

describe('what a page of another site can send without asking', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is refused: %s',
    async (type) => {
      const account = await createAccount(service);
      const raw = JSON.stringify({ query: 'mutation { deleteWebhook(id: "1") }' });
      const answer = await account.call('POST', '//graphql', { raw, headers: { 'Content-Type': type } });
      expect(answer.status).toBe(415);
      expect(answer.json.errors[0].extensions.code).toBe('unsupported_media_type');
    },
  );

  it('is refused: a change by GET', async () => {
    const account = await createAccount(service);
    const answer = await account.call('GET', '//graphql?query=mutation{deleteWebhook(id:"1")}');
    expect(answer.status).toBe(405);
    expect(answer.json.errors[0].extensions.code).toBe('method_not_allowed');
  });

  it('does not authenticate: cookies are ignored', async () => {
    const { key } = await createAccount(service);
    const cookie = `session=${key}; Authorization=Bearer ${key}`;
    const answer = await fetch(`${service.url}/graphql?query={account{id}}`, { headers: { cookie } });
    expect(answer.status).toBe(401);
  });
});

describe('without introspection', () => {
  const closed = useService({ introspection: false });

  it('the schema is not revealed, also not by suggestions', async () => {
    const account = await createAccount(closed);
    const { data } = await ask(account, '{ __typename account { __typename } }');
    expect(data).toEqual({ __typename: 'Query', account: { __typename: 'Account' } });
    const asked: [query: string, variables?: object][] = [
      ['{ __schema { types { name } } }'],
      ['{ __type(name: "Account") { name } }'],
      ['{ acount { id } }'],
      ['{ account { ids } }'],
      ['{ deliveries(pages: 1) { totalCount } }'],
      ['{ deliveries(filter: {states: PENDING}) { totalCount } }'],
      ['{ deliveries(filter: {status: PENDIN}) { totalCount } }'],
      ['query($x: DeliveryFilte) { deliveries(filter: $x) { totalCount } }'],
      ['{ ... on Quer { account { id } } }'],
      ['query($f: DeliveryFilter) { deliveries(filter: $f) { totalCount } }', { f: { states: 'PENDING' } }],
      ['query($f: DeliveryFilter) { deliveries(filter: $f) { totalCount } }', { f: { status: 'PENDIN' } }],
    ];
    for (const [query, variables] of asked) {
      const answer = await ask(account, query, variables);
      expect(answer.data).toBeUndefined();
      expect(answer.errors.length).toBeGreaterThan(0);
      expect(JSON.stringify(answer)).not.toMatch(/did you mean/i);
    }
  });
});

describe('an operation that takes too long', () => {
  const impatient = useService({ operationTimeoutMs: 300 });
  const cancelling = useService({ statementTimeoutMs: 300 });

  it('gets a response nevertheless', async () => {
    const { status, headers, json } = await askHeldUp(impatient);
    expect(status).toBe(503);
    expect(headers.get('Retry-After')).toBe('1');
    expect(json.errors[0].extensions).toEqual({
      code: 'service_unavailable',
      field: null,
      problem: 'timed_out',
      values: null,
    });
  });

  it('is cancelled in the database', async () => {
    const { json, stillWaits } = await askHeldUp(cancelling);
    expect(stillWaits).toEqual([]);
    expect(json.errors[0].message).toContain('took too long and was cancelled');
    expect(json.errors[0].extensions.code).toBe('service_unavailable');
  });
});

const WAITING = `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Runs an operation that waits for a lock, which is released after the response. */
async function askHeldUp(held: TestService) {
  const account = await createAccount(held);
  const release = await holdUp(held.database, 'deliveries');
  const answer = await account.call('POST', '//graphql', { body: { query: '{ deliveryPage { total } }' } });
  const { rows } = await held.database.pool.query(WAITING);
  await release();
  return { ...answer, stillWaits: rows };
}
