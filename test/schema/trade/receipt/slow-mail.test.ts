import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { send } from '../../../support/graphql/keyed.ts';
import { createLine, move } from '../../../support/records/lots.ts';
import { createLinked } from '../../../support/records/receipts.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

// A mail server that takes connections and says nothing.
const silent = createServer();
silent.listen(0, '127.0.0.1');
await once(silent, 'listening');
afterAll(() => silent.close());
const { port } = silent.address() as AddressInfo;
const service = useService({
  mail: { url: `smtp://127.0.0.1:${port}`, from: 'receipts@provender.example' },
});

/**
 * The mutations that mail, and what prepares a record of an account: its id, and a change that waits for its
 * locks.
 */
const MAILING = {
  createReceiptLink: {
    query: 'mutation ($id: ID!) { createReceiptLink(deliveryId: $id, mail: true) { mailedTo } }',
    async prepare(account: TestAccount) {
      const { id } = await createLinked(account);
      const body = { status: 'completed' };
      return { id, change: () => account.call('PATCH', `/deliveries/${id}`, { body }) };
    },
  },
  createNoticeLink: {
    query: 'mutation ($id: ID!) { createNoticeLink(noticeId: $id, mail: true) { mailedTo } }',
    async prepare(account: TestAccount) {
      const line = await createLine(account, [{ lot: 'A', quantity: 6 }]);
      await move(account, line, 'in_transit');
      const input = { kind: 'RECALL', productId: line.productId, lots: ['A'], reason: 'x', instruction: 'x' };
      const { createWithdrawal } = await ask(
        account,
        `mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { id notices { id } } }`,
        { input },
      );
      const query = `mutation { closeWithdrawal(id: "${createWithdrawal.id}", reason: "x") { id } }`;
      return {
        id: createWithdrawal.notices[0].id,
        change: () => account.call('POST', '//graphql', { body: { query } }),
      };
    },
  },
};

const REFUSED = { code: 'service_unavailable', problem: 'mail_refused' };
const connected = async () => ((await once(silent, 'connection')) as [Socket])[0];

async function expectNoOpenTransaction() {
  const { rows } = await service.database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
  );
  expect(rows).toEqual([]);
}

describe.each(Object.entries(MAILING))('%s while the mail server is slow', (_name, { query, prepare }) => {
  it.each([undefined, 'key'])(
    'holds up nobody who changes the record, with Idempotency-Key %s',
    async (key) => {
      const account = await createAccount(service);
      const { id, change } = await prepare(account);
      const connection = connected();
      const body = { query, variables: { id } };
      const asked = account.call('POST', '//graphql', {
        body,
        ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
      });
      const socket = await connection;
      await expectNoOpenTransaction();
      expect(await change()).toMatchObject({
        status: 200,
        json: expect.not.objectContaining({ errors: [{}] }),
      });
      const again = key === undefined ? undefined : await send(account, key, query, { id });
      expect(again?.json.errors[0].extensions.problem).toBe(key && 'key_in_use');
      socket.destroy();
      expect((await asked).json.errors[0].extensions).toMatchObject(REFUSED);
      const stored = { where: { accountId: account.id } };
      expect(await service.database.prisma.idempotencyKey.count(stored)).toBe(0);
    },
  );

  it('is repeated with its key once the process that waited is surely gone', async () => {
    const account = await createAccount(service);
    const { id } = await prepare(account);
    const first = connected();
    const dead = send(account, 'key', query, { id });
    const firstSocket = await first;
    await service.database.pool.query(
      `UPDATE idempotency_keys SET created_at = created_at - interval '61 s' WHERE account_id = $1`,
      [account.id],
    );
    await service.database.pool.query(
      `UPDATE notice_links SET mail_started_at = mail_started_at - interval '61 s' WHERE account_id = $1`,
      [account.id],
    );
    const second = connected();
    const again = send(account, 'key', query, { id });
    for (const socket of [firstSocket, await second]) socket.destroy();
    for (const { json } of await Promise.all([dead, again]))
      expect(json.errors[0].extensions).toMatchObject(REFUSED);
  });
});

it('all mutations that mail are among these', async () => {
  const account = await createAccount(service);
  const { __schema } = await ask(
    account,
    '{ __schema { mutationType { fields { name args { name } } } } }',
    {},
  );
  const mailing = __schema.mutationType.fields.filter(({ args }: { args: { name: string }[] }) =>
    args.some(({ name }) => name === 'mail'),
  );
  expect(mailing.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    Object.keys(MAILING).toSorted(),
  );
});
