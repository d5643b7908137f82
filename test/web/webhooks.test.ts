import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/schema/core/event/events.ts';
import { describeInChromium, type Open } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';
import { PATIENCE, subscribe } from '../support/webhook/webhook.ts';
import { expectLog, isSigned, startMoodyReceiver } from './webhook-page.ts';

const service = useService({ worker: {} });

describeInChromium((open: Open) => {
  const visit = (account: SignedIn, path = '/webhooks', options = {}) =>
    open(`${service.url}/settings${path}`, { cookies: account.cookies, ...options });

  it('adds a webhook whose test event is signed, and shows its messages', async () => {
    const account = await createSignedIn(service);
    await using receiver = await startMoodyReceiver();
    await using at = await visit(account, '/webhooks', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = at;
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByLabel('Description').fill('Stock');
    await dialog.getByLabel('product.created').check();
    await dialog.getByLabel('delivery.completed').check();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const secret = await takeSecret(page);
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('heading', { level: 1, name: `127.0.0.1:${receiver.port}` }).waitFor();
    expect(await page.content()).not.toContain(secret);
    const stored = await service.database.prisma.webhookSubscription.findFirstOrThrow({
      where: { accountId: account.id },
    });
    expect(stored).toMatchObject({ url: receiver.url, description: 'Stock' });
    expect(stored.events).toEqual(['delivery.completed', 'product.created']);

    await page.getByRole('button', { name: 'Send test event' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /Test event delivered.*Status 200 after \d+ ms/ })
      .waitFor();
    await expectLog(page, ['Succeeded']);
    receiver.mood.status = 503;
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page
      .getByRole('alert')
      .filter({
        hasText: /Test event failed.*Your endpoint returned 503 Service Unavailable, after \d+ ms/,
      })
      .waitFor();
    receiver.mood.status = 200;
    const [callback] = receiver.callbacks;
    expect(isSigned(callback!, secret)).toBe(true);
    expect(JSON.parse(String(callback!.body))).toMatchObject({ event: 'webhook.test' });

    await page.getByRole('link', { name: 'webhook.test' }).last().click();
    await page.getByText('mood 200').waitFor();
    expect(await page.getByRole('main').innerText()).toContain(callback!.headers['webhook-id']);
    await page.getByRole('button', { name: 'Copy request body' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()), PATIENCE)
      .toBe(String(callback!.body));

    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByRole('heading', { name: 'Attempt 2' }).waitFor();
    const ids = receiver.callbacks.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(3);
    expect([ids[0], ids[2]]).toEqual([ids[0], ids[0]]);
    expect(ids[1]).not.toBe(ids[0]);

    const product = await createProduct(account);
    await page
      .getByRole('main')
      .getByRole('link', { name: `127.0.0.1:${receiver.port}` })
      .click();
    await page.getByRole('link', { name: `product.created #${product.id}` }).waitFor();
    await page.getByLabel('Event', { exact: true }).selectOption('webhook.test');
    await page.getByText('2 messages', { exact: true }).waitFor();
    await page.getByLabel('Status').selectOption('Succeeded');
    expect(new URL(page.url()).search).toBe('?event=webhook.test&status=SUCCEEDED');
    await page.getByLabel('Select all on this page').check();
    await press(page, 'Resend');
    await page
      .getByRole('status')
      .getByText(/^\d messages? queued$/)
      .waitFor();
    await expect.poll(() => receiver.callbacks.length, PATIENCE).toBeGreaterThan(4);
    expect(at.problems).toEqual([]);
  });

  it('changes a webhook, rotates its secret and deletes it', async () => {
    const account = await createSignedIn(service);
    await using receiver = await startMoodyReceiver();
    const { id, secret } = await subscribe(account, 'http://127.0.0.1:1/');
    await using at = await visit(account, `/webhooks/${id}`);
    const { page } = at;
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('alert').filter({ hasText: 'Test event failed' }).waitFor();
    await page.getByRole('cell', { name: 'Connection failed', exact: true }).waitFor();
    // There is only one page of messages.
    expect(await page.getByRole('button', { name: /^(Previous|Next)$/ }).count()).toBe(0);

    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('ftp://shop.example/hooks');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Must be an https URL.').waitFor();
    await dialog.getByLabel('URL').fill(`${receiver.url}/2`);
    await dialog.getByLabel('All events').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByText(`${receiver.url}/2`).isVisible(), PATIENCE).toBe(true);
    const { events } = await service.database.prisma.webhookSubscription.findFirstOrThrow({
      where: { id: BigInt(id) },
    });
    expect(events.toSorted()).toEqual(EVENT_TYPES.toSorted());

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    const shown = await dialog.getByRole('region', { name: 'signing secret' }).boundingBox();
    const copy = await dialog.getByRole('button', { name: 'Copy signing secret' }).boundingBox();
    expect(shown!.x + shown!.width).toBeLessThanOrEqual(copy!.x);
    const fresh = await takeSecret(page);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await expectLog(page, ['Succeeded', 'Pending']);
    expect([secret, fresh].map((each) => isSigned(receiver.callbacks[0]!, each))).toEqual([true, true]);

    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('No webhooks yet').waitFor();
    expect(await service.database.prisma.webhookSubscription.count({ where: { id: BigInt(id) } })).toBe(0);
    expect(at.problems).toEqual([]);
  });

  it('sets where alerts go, and tries it', async () => {
    const account = await createSignedIn(service);
    await using receiver = await startMoodyReceiver();
    await using at = await visit(account, '/webhooks', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const card = at.page.getByRole('region', { name: 'Alerts' });
    await card.getByLabel('URL').fill(receiver.url);
    await card.getByLabel('A webhook works again').uncheck();
    await card.getByRole('button', { name: 'Save alerts' }).click();
    const dialog = at.page.getByRole('dialog');
    const secret = dialog.getByRole('region', { name: 'secret of the alerts' });
    expect(await secret.innerText()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await card.getByRole('button', { name: 'Send a test alert' }).click();
    await card.getByText(/A test · (Being sent|Sent)/).waitFor();
    await at.page.reload();
    expect(await card.getByLabel('A webhook works again').isChecked()).toBe(false);
    expect(await card.getByLabel('URL').inputValue()).toBe(receiver.url);
    expect(at.problems).toEqual([]);
  });
});

/** Reads the secret that is shown once, and closes the dialog. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const secret = await dialog.getByRole('region', { name: 'signing secret' }).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret.trim();
}
