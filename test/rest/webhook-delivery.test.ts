import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import { startReceiver } from '../support/webhook/receiver.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { expectStatuses, messagesOf, PATIENCE, subscribe } from '../support/webhook/webhook.ts';

const service = useService({ worker: {} });
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('GET /webhooks/{id}/deliveries', () => {
  it('lists the messages of this webhook, newest first, in pages', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url);
    const other = await subscribe(account, receiver.url);
    for (let made = 0; made < 3; made += 1) await createProduct(account);
    const messages = await expectStatuses(service, webhook, ['succeeded', 'succeeded', 'succeeded']);
    const ids = messages.map(({ webhookId }) => webhookId).toReversed();

    const list = `/webhooks/${webhook.id}/deliveries`;
    const all = await account.call('GET', list);
    expect(expectData(all).map(({ id }: { id: string }) => id)).toEqual(ids);
    const page = await account.call('GET', `${list}?page=2&per_page=2`);
    expect(expectData(page).map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    expect(page.json.pagination).toEqual({ page: 2, per_page: 2, total: 3, total_pages: 2, has_more: false });
    expect(page.headers.get('Link')).toContain('rel="prev"');
    expect(page.headers.get('ETag')).toBe(null);
    expectError(await account.call('GET', `${list}?page=0`), 400, 'validation_error', 'page');
    await expectStatuses(service, other, ['succeeded', 'succeeded', 'succeeded']);
  });

  it('filters by status, event and time, and shows the data with view=full', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url, ['product.created', 'product.updated']);
    const product = await createProduct(account, { price: 1.1 });
    const change = { body: { price: 2.5 } };
    await account.call('PATCH', `/products/${product.id}`, change);
    await expectStatuses(service, webhook, ['succeeded', 'succeeded']);
    const list = `/webhooks/${webhook.id}/deliveries`;
    const read = async (query: string) => expectData(await account.call('GET', `${list}?${query}`));
    const [updated, created] = await read('view=full');
    expect([created.event, updated.event]).toEqual(['product.created', 'product.updated']);
    const { body } = receiver.callbacks.at(-1)!;
    expect(updated.data).toStrictEqual(JSON.parse(body.toString()).data);
    expect(updated.data).toMatchObject({ product_id: product.id, price: 2.5, changed: ['price'] });

    const ids = async (query: string) => (await read(query)).map(({ id }: { id: string }) => id);
    expect(await ids('status=succeeded')).toEqual([updated.id, created.id]);
    expect(await ids('status=failed')).toEqual([]);
    expect(await ids('event=product.updated')).toEqual([updated.id]);
    expect(await ids(`created_from=${updated.created_at}`)).toContain(updated.id);
    expect(await ids('created_to=2020-01-01T00:00:00Z')).toEqual([]);
    const [plain] = await read('event=product.updated');
    expect(Object.keys(plain)).not.toContain('data');
    for (const bad of ['status=sent', 'event=product', 'created_from=today', 'view=all']) {
      const [field] = bad.split('=');
      expectError(await account.call('GET', `${list}?${bad}`), 400, 'validation_error', field);
    }
    const resent = await account.call('POST', `${list}/${updated.id}/resend?view=full`);
    expect(expectData(resent).data).toEqual(updated.data);
    const { key } = await account.issue(['webhooks:read']);
    expectData(await account.call('GET', list, { key }));
    expectError(await account.call('GET', `${list}?view=full`, { key }), 403, 'insufficient_scope');
  });

  it('shows when a pending message is tried next', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500);
    const webhook = await subscribe(account, receiver.url);
    await createProduct(account);
    await expect
      .poll(async () => (await messagesOf(service, webhook))[0]?.attempts, PATIENCE)
      .toHaveLength(1);
    const [message] = expectData(await account.call('GET', `/webhooks/${webhook.id}/deliveries`));
    expect(message).toMatchObject({ status: 'pending', next_attempt_at: TIME });
    const waits = Date.parse(message.next_attempt_at) - Date.parse(message.attempts[0].attempted_at);
    expect(waits).toBeGreaterThanOrEqual(60_000);
  });
});
