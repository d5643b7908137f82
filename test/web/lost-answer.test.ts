import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createProduct, createSentDelivery, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { choose, press } from '../support/web/press.ts';

const LOST = 'Cannot reach the service. Check your connection and try again.';

const service = useService();

describeInChromium((open) => {
  it('creates one delivery when the answer is lost, also from the draft after a reload', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSupermarket(account);
    await createProduct(account, { name: 'Rye Bread' });
    await using visit = await open(`${service.url}/settings/deliveries/new?supermarketId=${id}`, account);
    const { page } = visit;
    await enterDelivery(page);
    const keys = await loseAnswers(page, 'CreateDelivery', 2);
    await press(page, 'Create delivery');
    await page.getByText(LOST).waitFor();
    await page.reload();
    await press(page, 'Continue your draft');
    await press(page, 'Create delivery');
    await page.getByText(LOST).waitFor();
    await press(page, 'Create delivery');
    await heading(page, /^Delivery #\d+$/);
    expect(await count('deliveries', account.id)).toBe(1);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);

    // The same again is another delivery once the first one is known, and so is another content before.
    await page.goto(`${service.url}/settings/deliveries/new?supermarketId=${id}`);
    await enterDelivery(page);
    await press(page, 'Create delivery');
    await heading(page, /^Delivery #\d+$/);
    expect(await count('deliveries', account.id)).toBe(2);
    expect(new Set(keys).size).toBe(2);
  }, 120_000);

  it('makes one product, webhook and person of two presses', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    const keys = await loseAnswers(page, 'Create(Product|Webhook)|InvitePerson', 1, true);

    await press(page, 'New product');
    await dialog.getByLabel('Name').fill('Rye Bread');
    await dialog.getByLabel('Category').fill('bakery');
    await dialog.getByLabel('Weight').fill('1');
    await dialog.getByLabel('Price').fill('2');
    await press(dialog, 'Create product');
    await dialog.getByText(LOST).waitFor();
    await press(dialog, 'Create product');
    await page.getByRole('heading', { level: 1, name: 'Rye Bread' }).waitFor();
    expect(await count('products', account.id)).toBe(1);

    await page.goto(`${service.url}/settings/webhooks`);
    await press(page, 'Add webhook');
    await dialog.getByLabel('URL').fill('https://receiver.example/hooks');
    await dialog.getByLabel('return.created').check();
    await press(dialog, 'Add webhook');
    await dialog.getByText(LOST).waitFor();
    await press(dialog, 'Add webhook');
    await dialog.getByText(LOST).waitFor({ state: 'detached' });
    expect(await count('webhook_subscriptions', account.id)).toBe(1);

    await page.goto(`${service.url}/settings/people`);
    await press(page, 'Invite person');
    await dialog.getByLabel('Name').fill('Bea');
    await dialog.getByLabel('E-mail').fill(`bea-${account.id}@provender.example`);
    await press(dialog, 'Invite');
    await dialog.getByText(LOST).waitFor();
    await press(dialog, 'Invite');
    await dialog.getByText(LOST).waitFor({ state: 'detached' });
    await expect.poll(() => count('invitations', account.id)).toBe(1);
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(3);
  }, 120_000);

  it('books returns and a receipt once', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSentDelivery(account);
    await using visit = await open(`${service.url}/settings/returns`, account);
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    await loseAnswers(page, 'CreateReturn|ConfirmStop', 1, true);
    await press(page, 'Record returns');
    const delivery = dialog.getByRole('combobox', { name: 'Delivery' });
    await delivery.fill(`#${id}`);
    await page.keyboard.press('Enter');
    await dialog.getByLabel(/^Quantity of/).fill('2');
    await dialog.getByLabel('Reason', { exact: true }).selectOption('damaged');
    await press(dialog, 'Record returns');
    await dialog.getByText(LOST).waitFor();
    await press(dialog, 'Try again');
    await page.getByRole('status').getByText('1 return recorded').waitFor();
    expect(await count('returns', account.id)).toBe(1);

    await page.goto(`${service.url}/settings/stops/${id}`);
    await page.getByLabel('Received by').fill('Bea');
    // It waits on the phone, and is sent again with the same key.
    await press(page, 'Confirm receipt');
    await expect.poll(() => count('receipts', account.id)).toBe(1);
    await page.getByText('Received by Bea').waitFor();
    expect(await count('receipts', account.id)).toBe(1);
  }, 120_000);
});

async function enterDelivery(page: Page): Promise<void> {
  await choose(page, 'Branch', 'Harbour');
  await page.getByRole('combobox', { name: 'Product' }).focus();
  await page.keyboard.type('rye');
  await page.keyboard.press('Enter');
  await page.getByLabel('Quantity').fill('3');
}

/**
 * Lets the service execute mutations whose responses never arrive: the first `times`, or those of each
 * operation.
 *
 * @returns the idempotency keys of all that are sent
 */
async function loseAnswers(page: Page, operations: string, times: number, isEach = false): Promise<string[]> {
  const keys: string[] = [];
  const lost = new Map<string, number>();
  const pattern = new RegExp(`mutation (${operations})\\b`);
  await page.route('**/graphql', async (route) => {
    const [, name] = pattern.exec(route.request().postData() ?? '') ?? [];
    if (name === undefined) return route.continue();
    keys.push(route.request().headers()['idempotency-key'] ?? 'none');
    const place = isEach ? name : '';
    const count = lost.get(place) ?? 0;
    if (count >= times) return route.continue();
    lost.set(place, count + 1);
    await route.fetch();
    return route.abort();
  });
  return keys;
}

async function count(table: string, accountId: unknown): Promise<number> {
  const { rows } = await service.database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE account_id = $1`,
    [accountId],
  );
  return rows[0]!.count;
}
