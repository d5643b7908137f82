import { expect, it } from 'vitest';
import { ACCEPT, createLinked, READ, submit } from '../../../support/records/receipts.ts';
import { createSentDelivery } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { openSession } from '../../../support/service/open-session.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

it('disputes are accepted with returns:write only', async () => {
  const account = await createAccount(service);
  const { id, bread, url } = await createLinked(account);
  await submit(url, { [`received-${bread}`]: '4' });
  const { key } = await account.issue(['deliveries:read', 'deliveries:write']);
  const ask = async (query: string) =>
    (await account.call('POST', '//graphql', { key, body: { query, variables: { id } } })).json;
  expect((await ask(READ)).data.delivery.receipt.disputes).toMatchObject([{ status: 'OPEN' }]);
  expect((await ask(ACCEPT)).errors[0].extensions.code).toBe('insufficient_scope');
  expect((await ask(READ)).data.delivery.receipt.disputes).toMatchObject([{ status: 'OPEN' }]);
});

it('a photo that a person uploads counts as a change', async () => {
  const account = await createAccount(service);
  const { id } = await createSentDelivery(account);
  const headers = await (await openSession(service, account)).proof();
  const body = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(100)]);
  const upload = () => fetch(`${service.url}/photos?delivery=${id}`, { method: 'POST', headers, body });
  expect((await upload()).status).toBe(201);
  await service.database.pool.query(
    `UPDATE rate_limits SET points = 120 WHERE key LIKE 'minute:changes:' || $1::text || ':%'`,
    [account.id],
  );
  expect((await upload()).status).toBe(429);
});
