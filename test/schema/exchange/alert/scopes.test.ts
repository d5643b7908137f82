import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../../src/schema/core/caller/scopes.ts';
import { ALERT_TYPES } from '../../../../src/schema/exchange/alert/types.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';
import { ask, change } from '../../../support/webhook/alerts.ts';
import { join } from '../../../support/service/people.ts';
import { createSignedIn } from '../../../support/service/visitor.ts';

const service = useService({ own: 'counts rows of all accounts' });
const URL = 'https://receiver.example/alerts';
const LACKS = { extensions: { code: 'insufficient_scope' } };

/** Returns the account as a key with these scopes sees it. */
async function withScopes(account: TestAccount, scopes: Scope[]): Promise<TestAccount> {
  const { key } = await account.issue(scopes);
  return { ...account, call: (method, path, options) => account.call(method, path, { key, ...options }) };
}

/** Stores an alert of each type, of an import one for each of two kinds. */
async function storeAlerts(id: bigint): Promise<void> {
  const bodies = [
    ...ALERT_TYPES.filter((type) => type !== 'import.failed').map((type) => [type, '{}']),
    ['alert.test', '{}'],
    ['alert.summary', '{}'],
    // The error of an import can quote a file.
    ['import.failed', `json_build_object('kind', 'products', 'error', '"kind" : "supermarkets"')`],
    ['import.failed', `json_build_object('kind', 'supermarkets', 'error', '')`],
  ];
  for (const [type, data] of bodies) {
    const body = data === '{}' ? `'{}'` : `json_build_object('data', ${data})::text`;
    await service.database.pool.query(
      `INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
       VALUES ($1, $2, (SELECT count(*) FROM alerts)::text, 0, false, ${body}, 'sent')`,
      [id, type],
    );
  }
}

const typesFor = async (account: TestAccount) =>
  (await ask(account, '{ alerts { type } }')).data.alerts
    .map(({ type }: { type: string }) => type)
    .toSorted();

const ENDPOINTS = [
  'alert.summary',
  'alert.test',
  'endpoint.disabled',
  'endpoint.failing',
  'endpoint.recovered',
  'message.exhausted',
];

describe('alerts', () => {
  it.each<[scopes: Scope[], more: string[]]>([
    [[], []],
    [
      ['deliveries:read'],
      ['lot.withdrawn_dispatched', 'receipt.disputed', 'receipt.to_check', 'standing_order.failed'],
    ],
    [['products:read'], ['import.failed']],
    [
      ['products:read', 'supermarkets:read'],
      ['import.failed', 'import.failed'],
    ],
  ])('are read with the scopes of what they contain: %j', async (scopes, more) => {
    const account = await createAccount(service);
    await storeAlerts(account.id);
    const key = await withScopes(account, ['webhooks:read', ...scopes]);
    expect(await typesFor(key)).toEqual([...ENDPOINTS, ...more].toSorted());
    expect(await typesFor(account)).toHaveLength(ALERT_TYPES.length + 3);
  });

  it('are read by developers, with the names of keys', async () => {
    const owner = await createSignedIn(service);
    const { visitor } = await join(service, owner, 'developer');
    await storeAlerts(owner.user.id);
    const { alerts } = await visitor.data('{ alerts { type } }');
    expect(alerts).toHaveLength(ALERT_TYPES.length + 3);
  });
});

describe('a URL for alerts', () => {
  it('is set with the scopes of what is posted there', async () => {
    const account = await createAccount(service);
    const key = await withScopes(account, ['webhooks:write']);
    expect(await change(key, { url: URL })).toMatchObject(LACKS);
    const muted = ALERT_TYPES.filter((type) => !/^(endpoint|message)\./.test(type));
    expect(await change(key, { url: URL, muted })).toMatchObject(LACKS);
    for (const type of ALERT_TYPES) {
      const others = ALERT_TYPES.filter((each) => each !== type);
      expect(await change(key, { url: URL, muted: others })).toMatchObject(LACKS);
    }
    const reader = await withScopes(account, ['webhooks:read', 'webhooks:write']);
    expect(await change(reader, { url: URL })).toMatchObject(LACKS);
    expect(await change(reader, { url: URL, muted })).toMatchObject({ settings: { url: URL } });
    expect(await change(reader, { muted: [] })).toMatchObject(LACKS);
    expect(await change(reader, { muted: muted.slice(1) })).toMatchObject(LACKS);
    expect(await change(reader, { byMail: false })).toMatchObject({ settings: { byMail: false } });
    expect(await change(account, { muted: [] })).toMatchObject({ settings: { muted: [] } });
    // What is posted there already may stay, but not move.
    expect(await change(reader, { muted: ['endpoint.failing'] })).toMatchObject({ settings: { url: URL } });
    expect(await change(reader, { url: `${URL}/other` })).toMatchObject(LACKS);
    expect(await change(reader, { url: null })).toMatchObject({ settings: { url: null } });
  });
});
