import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createLinked } from '../../support/records/receipts.ts';
import { createAccount } from '../../support/service/account.ts';
import { useService } from '../../support/service/service.ts';

// A mail server that takes connections and says nothing.
const silent = createServer();
silent.listen(0, '127.0.0.1');
await once(silent, 'listening');
afterAll(() => silent.close());
const { port } = silent.address() as AddressInfo;
const service = useService({
  mail: { url: `smtp://127.0.0.1:${port}`, from: 'receipts@provender.example' },
});

it('a slow mail server holds up nobody who changes the delivery, and what it does not take is said', async () => {
  const account = await createAccount(service);
  const { id } = await createLinked(account);
  const connected = once(silent, 'connection') as Promise<[Socket]>;
  const query = `mutation { createReceiptLink(deliveryId: "${id}", mail: true) { mailedTo } }`;
  const asked = account.call('POST', '//graphql', { body: { query } });
  const [socket] = await connected;
  const { rows } = await service.database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
  );
  expect(rows).toEqual([]);
  const moved = await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'completed' } });
  expect(moved.status).toBe(200);
  socket.destroy();
  const { json } = await asked;
  expect(json.errors[0].extensions).toMatchObject({ code: 'service_unavailable', problem: 'mail_refused' });
  const log = await service.database.pool.query('SELECT action FROM audit_entries WHERE account_id = $1', [
    account.id,
  ]);
  expect(log.rows.map(({ action }) => action)).toEqual(['receipt_link.created', 'receipt_link.created']);
});
