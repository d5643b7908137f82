import { describe, expect, it } from 'vitest';
import { pruneAudit } from '../../src/jobs/prune-audit.ts';
import { createAccount } from '../support/service/account.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ signUp: true });

/** Returns the audit lines of a request, once its own line has been logged. */
async function linesOf(id: string) {
  await expect.poll(() => service.logged()).toMatch(new RegExp(`"request":"${id}".*request completed`));
  return service
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"request":"${id}"`) && line.includes('"audit":'))
    .map((line) => JSON.parse(line));
}

let requests = 0;

/** Runs a mutation like the web page, and returns its data and its lines. */
async function asPage(query: string, variables: object, cookie?: string) {
  const id = `audit-${++requests}`;
  const answer = await request(service.url, 'POST', '//graphql', {
    headers: { 'X-Request-Id': id, Origin: service.url, ...(cookie !== undefined && { Cookie: cookie }) },
    body: { query, variables },
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { data: answer.json.data, cookie: cookies.join('; '), lines: await linesOf(id) };
}

const SIGN_IN =
  'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { id } }';
const SIGN_UP =
  'mutation($email: String!, $password: String!) { signUp(input: { name: "A", email: $email, password: $password }) { id } }';

interface Entry {
  action: string;
}

const READ = `query ($filter: AuditFilter) {
  auditLog(filter: $filter) { nodes { at action actor keyId keyName sessionId address details } }
}`;

describe('the log', () => {
  it('records who signed in, who tried to, and who changed what', async () => {
    const email = `audit-${Date.now()}@shop.example`;
    const password = 'correct-horse-battery';
    const opened = await asPage(SIGN_UP, { email, password });
    expect(opened.lines).toMatchObject([{ audit: 'account.opened', address: '127.0.0.1' }]);
    const { account, emailHash } = opened.lines[0];
    expect(account).toMatch(/^\d+$/);

    const failed = await asPage(SIGN_IN, { email, password: 'not-this-one' });
    expect(failed.lines).toMatchObject([
      { audit: 'session.refused', code: 'unauthorized', emailHash, address: '127.0.0.1' },
    ]);
    const entered = await asPage(SIGN_IN, { email: email.toUpperCase(), password });
    const { cookie } = entered;
    expect(entered.lines).toMatchObject([{ audit: 'session.opened', account, emailHash }]);

    const bySession = entered.data.signIn.id;
    const by = { account, bySession };
    const created = await asPage(
      'mutation { createApiKey(input: { name: "K", scopes: ["webhooks:write"] }) { value apiKey { id } } }',
      {},
      cookie,
    );
    const { value, apiKey } = created.data.createApiKey;
    expect(created.lines).toMatchObject([
      { audit: 'key.created', ...by, key: apiKey.id, scopes: ['webhooks:write'] },
    ]);
    const rotated = await asPage('mutation($id: ID!) { rotateApiKey(id: $id) { value } }', apiKey, cookie);
    expect(rotated.lines).toMatchObject([{ audit: 'key.rotated', ...by, key: apiKey.id, graceSeconds: 0 }]);
    const revoked = await asPage('mutation($id: ID!) { revokeApiKey(id: $id) }', apiKey, cookie);
    expect(revoked.lines).toMatchObject([{ audit: 'key.revoked', ...by, key: apiKey.id }]);
    const changed = await asPage(
      'mutation($old: String!, $new: String!) { changePassword(currentPassword: $old, newPassword: $new) { id } }',
      { old: password, new: 'another-password' },
      cookie,
    );
    expect(changed.lines).toMatchObject([{ audit: 'password.changed', ...by }]);

    const { data } = await asPage(READ, {}, changed.cookie);
    // The refused sign-in is added later than its response.
    const entries = data.auditLog.nodes.filter((each: Entry) => each.action !== 'session.refused');
    const session = { actor: 'SESSION', address: '127.0.0.1' };
    expect(entries.map(({ action }: Entry) => action)).toEqual([
      'password.changed',
      'key.revoked',
      'key.rotated',
      'key.created',
      'session.opened',
      'account.opened',
    ]);
    expect(entries[1]).toMatchObject({ ...session, sessionId: bySession, keyId: null });
    expect(entries[1].details).toEqual({ key: apiKey.id, keyName: 'K' });
    expect(entries[3].details).toMatchObject({ scopes: ['webhooks:write'] });

    const secrets = [
      password,
      'not-this-one',
      'another-password',
      value,
      rotated.data.rotateApiKey.value,
      email,
    ];
    for (const secret of secrets) expect(service.logged()).not.toContain(secret);
    for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);

    // A refused sign-in is kept after its response, which is the same for an unknown address.
    const refusals = async () => {
      const filter = { actions: ['session.refused'], from: '2026-01-01T00:00:00.000Z' };
      return (await asPage(READ, { filter }, changed.cookie)).data.auditLog.nodes;
    };
    await expect
      .poll(refusals)
      .toMatchObject([{ actor: 'NOBODY', sessionId: null, address: '127.0.0.1', details: {} }]);
    const stranger = await asPage(SIGN_UP, { email: `other-${email}`, password });
    expect((await asPage(READ, {}, stranger.cookie)).data.auditLog.nodes).toMatchObject([
      { action: 'account.opened' },
    ]);
  });

  it('records the same for REST as for GraphQL, with the key, but no refused changes', async () => {
    const account = await createAccount(service);
    const headers = { 'X-Request-Id': 'audit-rest' };
    const body = { url: 'https://hooks.example.com/secret-path', events: ['product.created'] };
    const { json } = await account.call('POST', '/webhooks', { headers, body });
    const [line, ...others] = await linesOf('audit-rest');
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      audit: 'webhook.created',
      account: String(account.id),
      webhook: String(json.data.id),
    });
    expect(line.byKey).toMatch(/^\d+$/);
    expect(JSON.stringify(line)).not.toMatch(/secret-path|whsec_/);
    const { rows } = await service.database.pool.query(
      'SELECT action, actor, key_id, key_name, address, details FROM audit_entries WHERE account_id = $1',
      [account.id],
    );
    expect(rows).toEqual([
      {
        action: 'webhook.created',
        actor: 'key',
        key_id: line.byKey,
        key_name: 'test',
        address: '127.0.0.1',
        details: { webhook: String(json.data.id) },
      },
    ]);

    const refused = { 'X-Request-Id': 'audit-refused' };
    await account.call('DELETE', '/webhooks/999999999', { headers: refused });
    expect(await linesOf('audit-refused')).toEqual([]);
  });
});

it('deletes entries of the audit log after a year, and the oldest of an account with too many', async () => {
  const { pool } = service.database;
  const [many, few] = await Promise.all([createAccount(service), createAccount(service)]);
  const insert = (account: bigint, count: number, days: number) =>
    pool.query(
      `INSERT INTO audit_entries (account_id, at, action, actor, address)
       SELECT $1, now() - make_interval(days => $3), 'account.changed', 'nobody', $3 || '-' || n
       FROM generate_series(1, $2) AS n`,
      [account, count, days],
    );
  await insert(many.id, 1, 367);
  await insert(many.id, 4, 3);
  await insert(few.id, 2, 365);
  await pruneAudit(pool, 3);
  const { rows } = await pool.query<{ left: string }>(
    `SELECT string_agg(address, ' ' ORDER BY id) AS left FROM audit_entries
     WHERE account_id = ANY($1) GROUP BY account_id ORDER BY account_id`,
    [[many.id, few.id]],
  );
  expect(new Set(rows.map(({ left }) => left))).toEqual(new Set(['3-2 3-3 3-4', '365-1 365-2']));
});
