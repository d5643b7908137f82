import { describe, expect, it } from 'vitest';
import { pruneAudit } from '../../../../src/jobs/prune-audit.ts';
import { writeEntry } from '../../../../src/schema/core/audit/write-entry.ts';
import { statementsOf } from '../../../support/database/statements.ts';
import { send } from '../../../support/graphql/keyed.ts';
import type { Actor } from '../../../../src/schema/core/caller/actors.ts';
import { MAX_ENTRIES_A_DAY } from '../../../../src/schema/core/limits.ts';
import { createAccount } from '../../../support/service/account.ts';
import { join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, type Visitor } from '../../../support/service/visitor.ts';
import { subscribe } from '../../../support/webhook/webhook.ts';
import { createDelivery } from '../../../support/records/records.ts';

const service = useService();

const RENAME = 'mutation ($name: String!) { changeName(name: $name) { id } }';

/** Returns the entries of an account, oldest first. */
async function entriesOf(id: bigint) {
  const { rows } = await service.database.pool.query<{
    action: string;
    person_id: string | null;
    details: { more?: number; webhook?: string };
  }>('SELECT action, person_id, details FROM audit_entries WHERE account_id = $1 ORDER BY id', [id]);
  return rows;
}

const actionsOf = async (id: bigint) => (await entriesOf(id)).map(({ action }) => action);

/** Sets how often a person did something today, as if each had an entry. */
async function repeat(visitor: Visitor, account: bigint, action: string, times: number): Promise<void> {
  const { session } = await visitor.data('{ session { person { id } } }');
  await service.database.pool.query(
    'UPDATE audit_counts SET times = $4 WHERE account_id = $1 AND actor = $2 AND action = $3',
    [account, `person:${session.person.id}`, action, times],
  );
}

describe('the entries of one action by one actor', () => {
  it('are 200 a day with one that counts, the newest ones, and leave those of others alone', async () => {
    const owner = await createSignedIn(service);
    const { visitor, id } = await join(service, owner, 'viewer');
    await visitor.data(RENAME, { name: 'Name 1' });
    await repeat(visitor, owner.user.id, 'person.renamed', MAX_ENTRIES_A_DAY - 2);
    for (let time = 2; time <= 6; time++) await visitor.data(RENAME, { name: `Name ${time}` });
    await owner.data(RENAME, { name: 'Owner 2' });
    const renamed = (await entriesOf(owner.user.id)).filter(({ action }) => action === 'person.renamed');
    expect(renamed.filter((entry) => entry.person_id === id).map(({ details }) => details)).toEqual([
      { more: 3 },
      { person: id, personName: 'Name 4', formerName: 'Name 3' },
      { person: id, personName: 'Name 5', formerName: 'Name 4' },
      { person: id, personName: 'Name 6', formerName: 'Name 5' },
    ]);
    expect(renamed.filter((entry) => entry.person_id !== id)).toHaveLength(1);
    const { auditLog } = await owner.data('{ auditLog(first: 5) { nodes { action details } } }');
    expect(auditLog.nodes[4]).toEqual({ action: 'person.renamed', details: { more: 3 } });
  });

  it('keep the last one of each record, however many another record has', async () => {
    const { id: accountId, database } = await createAccount(service);
    const write = (webhook: number, actor: Actor = { kind: 'key', keyId: 1n }) =>
      writeEntry(database.prisma, {
        accountId,
        action: 'webhook.updated',
        actor,
        details: { webhook: String(webhook), changed: ['url'] },
      });
    await write(1);
    await write(9, { kind: 'key', keyId: 2n });
    for (let time = 0; time < MAX_ENTRIES_A_DAY + 20; time++) await write(2);
    await write(3);
    const entries = await entriesOf(accountId);
    const count = (webhook: string) => entries.filter(({ details }) => details.webhook === webhook).length;
    expect([count('1'), count('2'), count('3'), count('9')]).toEqual([1, MAX_ENTRIES_A_DAY - 2, 1, 1]);
    expect(entries.at(-1)!.details.webhook).toBe('3');
    expect(entries.filter(({ details }) => details.more !== undefined)).toMatchObject([
      { details: { more: 22 } },
    ]);
  });

  it('are exactly 201 of 300 written at once, and begin anew the next day', async () => {
    const { id: accountId, database } = await createAccount(service);
    const write = () =>
      writeEntry(database.prisma, { accountId, action: 'session.refused', actor: { kind: 'nobody' } });
    await Promise.all(Array.from({ length: 300 }, write));
    const entries = await entriesOf(accountId);
    expect(entries).toHaveLength(MAX_ENTRIES_A_DAY + 1);
    expect(entries.filter(({ details }) => details.more !== undefined)).toMatchObject([
      { details: { more: 100 } },
    ]);
    for (const keyId of [1n, 2n]) {
      await writeEntry(database.prisma, {
        accountId,
        action: 'webhook.created',
        actor: { kind: 'key', keyId },
      });
    }
    const counted = `SELECT actor, times FROM audit_counts WHERE account_id = $1 AND action = 'webhook.created' ORDER BY actor`;
    expect((await database.pool.query(counted, [accountId])).rows).toEqual([
      { actor: 'key:1', times: 1 },
      { actor: 'key:2', times: 1 },
    ]);
    await database.pool.query(
      `DELETE FROM audit_entries WHERE account_id = $1 AND action = 'webhook.created'`,
      [accountId],
    );
    await database.pool.query('UPDATE audit_counts SET day = day - 1 WHERE account_id = $1', [accountId]);
    await write();
    expect(await entriesOf(accountId)).toHaveLength(MAX_ENTRIES_A_DAY + 2);
  });
});

const WEBHOOK =
  'webhook: createWebhook(input: { url: "https://a.example/", events: ["product.created"] }) { secret }';

function linkOf(id: number): string {
  return `link: createReceiptLink(deliveryId: "${id}") { url }`;
}

describe('several changes under one Idempotency-Key', () => {
  it('have their entries at the end of the transaction, in one order', async () => {
    const account = await createAccount(service, 'business');
    const { id } = await createDelivery(account);
    for (const [at, changes] of [`${linkOf(id)} ${WEBHOOK}`, `${WEBHOOK} ${linkOf(id)}`].entries()) {
      const statements = await statementsOf(service.testDatabase.name, async () => {
        const { json } = await send(account, `key-${at}`, `mutation { ${changes} }`, {});
        expect(json.errors).toBeUndefined();
      });
      expect(statements.at(-1)).toMatch(/^COMMIT/);
      const isEntry = statements.slice(0, -1).map((text) => text.includes('audit_counts'));
      expect(isEntry.filter(Boolean)).toHaveLength(2);
      expect(isEntry.slice(-2)).toEqual([true, true]);
    }
    expect(await actionsOf(account.id)).toEqual([
      'receipt_link.created',
      'webhook.created',
      'receipt_link.created',
      'webhook.created',
    ]);
  });

  it('never wait for each other in a circle', async () => {
    const account = await createAccount(service, 'business');
    const deliveries = [await createDelivery(account), await createDelivery(account)];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        deliveries.map(({ id }, at) => {
          const changes = [linkOf(id), WEBHOOK];
          const inOrder = at === 0 ? changes : changes.toReversed();
          return send(account, `round-${round}-${at}`, `mutation { ${inOrder.join(' ')} }`, {});
        }),
      );
      for (const { json } of answers) expect(json.errors).toBeUndefined();
    }
  });
});

describe('what changes nothing', () => {
  it('has no entry on the page', async () => {
    const owner = await createSignedIn(service, 'business');
    const { visitor, id } = await join(service, owner, 'viewer');
    const { email } = owner.user;
    const changes: [query: string, other: object, same: object, by?: Visitor][] = [
      [RENAME, { name: 'Eva' }, { name: ' Eva ' }, visitor],
      [
        'mutation ($id: ID!, $role: Role!) { changeRole(id: $id, role: $role) { id } }',
        { id, role: 'DRIVER' },
        { id, role: 'DRIVER' },
      ],
      [
        'mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { id } }',
        { input: { name: 'New', phone: '+49 30 1' } },
        { input: { name: 'New' } },
      ],
      [
        'mutation ($input: UpdateAlertSettingsInput!) { updateAlertSettings(input: $input) { secret } }',
        { input: { byMail: false } },
        { input: { byMail: false, muted: [] } },
      ],
      [
        'mutation ($email: String!) { changeEmail(currentPassword: "correct horse battery", email: $email) { id } }',
        { email: `new-${email}` },
        { email: `NEW-${email}` },
      ],
    ];
    for (const [query, other, same, by = owner] of changes) {
      const before = (await actionsOf(owner.user.id)).length;
      await by.data(query, { ...other });
      expect(await actionsOf(owner.user.id)).toHaveLength(before + 1);
      await by.data(query, { ...same });
      expect(await actionsOf(owner.user.id)).toHaveLength(before + 1);
    }
  });

  it('has no entry with a key', async () => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, 'https://a.example/');
    const changed = { url: 'https://b.example/' };
    for (let time = 0; time < 2; time++) await account.call('PATCH', `/webhooks/${id}`, { body: changed });
    const enable = () => account.call('POST', `/webhooks/${id}/enable`, {});
    await enable();
    await service.database.pool.query(
      `UPDATE webhook_subscriptions SET status = 'deactivated', deactivated_at = now() WHERE account_id = $1`,
      [account.id],
    );
    for (let time = 0; time < 2; time++) await enable();
    const delivery = await createDelivery(account);
    for (const mutation of ['createReceiptLink', 'revokeReceiptLink', 'revokeReceiptLink']) {
      const fields = mutation === 'createReceiptLink' ? ' { url }' : '';
      const query = `mutation { ${mutation}(deliveryId: "${delivery.id}")${fields} }`;
      expect((await account.call('POST', '//graphql', { body: { query } })).json.errors).toBeUndefined();
    }
    expect(await actionsOf(account.id)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.enabled',
      'receipt_link.created',
      'receipt_link.revoked',
    ]);
  });
});

it('an account with too many entries loses the oldest of others, and an owner’s by age alone', async () => {
  const owner = await createSignedIn(service);
  const { visitor } = await join(service, owner, 'viewer');
  await owner.data(RENAME, { name: 'Owner 2' });
  for (let time = 1; time <= 5; time++) await visitor.data(RENAME, { name: `Name ${time}` });
  const { pool } = service.database;
  await pool.query('UPDATE audit_counts SET day = day - 2 WHERE account_id = $1', [owner.user.id]);
  await pruneAudit(pool, 3);
  const left = await entriesOf(owner.user.id);
  expect(left.map(({ action }) => action)).toEqual([
    'session.opened',
    'person.invited',
    'person.renamed',
    'person.renamed',
    'person.renamed',
    'person.renamed',
  ]);
  const { rowCount } = await pool.query('SELECT FROM audit_counts WHERE account_id = $1', [owner.user.id]);
  expect(rowCount).toBe(0);
  await pool.query(`UPDATE audit_entries SET at = now() - interval '367 days' WHERE account_id = $1`, [
    owner.user.id,
  ]);
  await pruneAudit(pool, 3);
  expect(await entriesOf(owner.user.id)).toEqual([]);
});
