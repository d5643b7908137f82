import { describe, expect, it } from 'vitest';
import { isLocked } from '../../../../src/database/unreachable.ts';
import { createAccount } from '../../../support/service/account.ts';
import { createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';
import { createMessages, dispatch, messagesOf, subscribe } from '../../../support/webhook/webhook.ts';
import { whileJobsEnd } from './ending-jobs.ts';
import { publishEvents } from '../../../support/service/worker.ts';

const service = useService({ own: 'runs a worker' });

describe('turning events into messages', () => {
  it('creates one message for each recipient, however many workers do so at once', async () => {
    const account = await createAccount(service);
    const webhooks = [
      await subscribe(account, 'https://a.example/'),
      await subscribe(account, 'https://b.example/'),
    ];
    await publishEvents(service, account, 1_000, webhooks);
    await Promise.all(Array.from({ length: 8 }, () => dispatch(service)));

    for (const webhook of webhooks) {
      const messages = await messagesOf(service, webhook);
      expect(new Set(messages.map(({ eventId }) => eventId)).size).toBe(1_000);
      expect(messages).toHaveLength(1_000);
    }
    expect(await countOf(`webhook_messages WHERE account_id = ${account.id}`)).toBe(2_000);
    expect(await countOf(`events WHERE account_id = ${account.id} AND recipients IS NOT NULL`)).toBe(0);
  });

  it('does not wait for a worker that ends the jobs of these webhooks, which could wait for it', async () => {
    const account = await createAccount(service);
    const webhook = await subscribe(account, 'https://a.example/');
    await createProduct(account);
    await dispatch(service);
    await createProduct(account);
    const error = await whileJobsEnd(service, [`sendWebhook:${webhook.id}`], () =>
      dispatch(service).catch((cause: unknown) => cause),
    );
    expect(isLocked(error)).toBe(true);
    // The error arrives a moment before its transaction has given the event up, which others skip until then.
    const dispatched = async () => {
      await dispatch(service);
      return countOf(`webhook_messages WHERE account_id = ${account.id}`);
    };
    await expect.poll(dispatched).toBe(2);
  });

  it('is limited by recipients: an event with many is processed in parts', async () => {
    const account = await createAccount(service);
    const { rows } = await service.database.pool.query<{ id: string }>(
      `INSERT INTO webhook_subscriptions (account_id, url, events, secret)
       SELECT $1, 'https://a.example/', '{product.created}', 'whsec_' FROM generate_series(1, 120) RETURNING id`,
      [account.id],
    );
    await publishEvents(
      service,
      account,
      2,
      rows.map(({ id }) => ({ id: Number(id) })),
    );
    const made: number[] = [];
    for (let isMore = true; isMore;) {
      isMore = await createMessages(service);
      made.push(await countOf(`webhook_messages WHERE account_id = ${account.id}`));
    }
    expect(made).toEqual([100, 200, 240]);
    expect(await countOf(`events WHERE account_id = ${account.id} AND recipients IS NOT NULL`)).toBe(0);
  });

  it('gives a message that is lost and created again the same webhook-id, and each webhook its own', async () => {
    const account = await createAccount(service);
    const webhooks = [
      await subscribe(account, 'https://a.example/'),
      await subscribe(account, 'https://b.example/'),
    ];
    await publishEvents(service, account, 2, webhooks);
    const ids = async () => {
      await dispatch(service);
      const { rows } = await service.database.pool.query<{ webhook_id: string }>(
        'SELECT webhook_id FROM webhook_messages WHERE account_id = $1 ORDER BY event_id, subscription_id',
        [account.id],
      );
      return rows.map(({ webhook_id }) => webhook_id);
    };
    const first = await ids();
    // As after a crash of PostgreSQL.
    await service.database.pool.query('DELETE FROM webhook_messages WHERE account_id = $1', [account.id]);
    await service.database.pool.query('UPDATE events SET recipients = $2 WHERE account_id = $1', [
      account.id,
      webhooks.map(({ id }) => id),
    ]);
    expect(await ids()).toEqual(first);
    expect(new Set(first).size).toBe(4);
  });

  it('takes the first events of every account before the later ones of any', async () => {
    const accounts = [];
    for (let count = 0; count < 6; count++) {
      const account = await createAccount(service);
      const webhook = await subscribe(account, 'https://a.example/');
      await publishEvents(service, account, 150, [webhook]);
      accounts.push(account);
    }
    await createMessages(service);
    for (const { id } of accounts) {
      const count = await countOf(`webhook_messages WHERE account_id = ${id}`);
      expect(count).toBeGreaterThanOrEqual(83);
      expect(count).toBeLessThanOrEqual(84);
    }
    await dispatch(service);
  });

  it('adds one job for each active webhook, however many events and dispatchers there are', async () => {
    const account = await createAccount(service);
    const [active, deactivated] = [
      await subscribe(account, 'https://a.example/'),
      await subscribe(account, 'https://b.example/'),
    ];
    await service.database.pool.query(
      `UPDATE webhook_subscriptions SET status = 'deactivated', deactivated_at = now() WHERE id = $1`,
      [deactivated.id],
    );
    await publishEvents(service, account, 300, [active, deactivated]);
    await Promise.all([dispatch(service), dispatch(service)]);
    expect(await countOf(`graphile_worker.jobs WHERE key = 'sendWebhook:${active.id}'`)).toBe(1);
    expect(await countOf(`graphile_worker.jobs WHERE key LIKE '%Webhook:${deactivated.id}'`)).toBe(0);
  });

  it('does nothing for an event without recipients', async () => {
    const account = await createAccount(service);
    await subscribe(account, 'https://a.example/', ['return.created']);
    await createProduct(account);
    const [event] = await service.database.prisma.event.findMany({ where: { accountId: account.id } });
    expect(event).toMatchObject({ type: 'product.created', recipients: [] });
    expect(await countOf(`events WHERE account_id = ${account.id} AND recipients IS NULL`)).toBe(1);
    await dispatch(service);
    expect(await countOf(`webhook_messages WHERE account_id = ${account.id}`)).toBe(0);
  });

  it('creates no message for a webhook deleted meanwhile, and a cancelled one for a deactivated webhook', async () => {
    const account = await createAccount(service);
    const [kept, deleted, deactivated] = [
      await subscribe(account, 'https://a.example/'),
      await subscribe(account, 'https://b.example/'),
      await subscribe(account, 'https://c.example/'),
    ];
    await createProduct(account);
    await account.call('DELETE', `/webhooks/${deleted.id}`);
    await service.database.pool.query(
      `UPDATE webhook_subscriptions SET status = 'deactivated', deactivated_at = now() WHERE id = $1`,
      [deactivated.id],
    );
    await dispatch(service);
    const statuses = async (webhook: typeof kept) =>
      (await messagesOf(service, webhook)).map(({ status }) => status);
    expect(await statuses(kept)).toEqual(['pending']);
    expect(await statuses(deleted)).toEqual([]);
    expect(await statuses(deactivated)).toEqual(['cancelled']);
  });
});

async function countOf(rows: string): Promise<number> {
  const { rows: found } = await service.database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${rows}`,
  );
  return found[0]!.count;
}
