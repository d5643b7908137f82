import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { openFilters } from './filters.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
  inDays,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, moveTo, type SignedIn } from '../support/service/settings.ts';
import { choose } from '../support/web/press.ts';

const COUNT = 45;
const HOSTILE = `<img src="/nowhere" onerror="globalThis.pwned = 1"><b>=1+1</b>`;

const service = useService();

/** Creates deliveries of one product to one branch; returns their ids, newest first. */
async function createDeliveries(account: SignedIn, count: number): Promise<string[]> {
  const supermarket = await createSupermarket(account);
  const product = await createProduct(account);
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const { id } = await createDelivery(account, {
      supermarket_id: supermarket.id,
      subchain_id: supermarket.branches[0].id,
      products: [{ product_id: product.id, quantity: 1 }],
      delivery_date: inDays(1 + (index % 5)),
    });
    ids.unshift(String(id));
  }
  return ids;
}

const idsShown = (page: Page) =>
  page
    .getByRole('table', { name: 'Deliveries' })
    .locator('tbody a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname.split('/').at(-1)!));

describeInChromium((open) => {
  it('pages through a long list in both directions', async () => {
    const account = await createSignedIn(service);
    const ids = await createDeliveries(account, COUNT);
    await using visit = await open(`${service.url}/settings/deliveries?size=20`, account);
    const { page, problems } = visit;
    const dayOf = (id: string) => (COUNT - 1 - ids.indexOf(id)) % 5;
    const shows = async (from: number, to: number) => {
      await expect.poll(() => idsShown(page)).toEqual(ids.slice(from, to));
    };
    const [previous, next] = ['Previous', 'Next'].map((name) => page.getByRole('button', { name }));
    await shows(0, 20);
    await page.getByText('45 deliveries').waitFor();
    expect(await previous!.isDisabled()).toBe(true);
    await next!.click();
    await shows(20, 40);
    await next!.click();
    await shows(40, 45);
    await expect.poll(() => next!.isDisabled()).toBe(true);
    await previous!.click();
    await shows(20, 40);
    await page.reload();
    await shows(20, 40);
    await previous!.click();
    await shows(0, 20);
    await page.goBack();
    await shows(20, 40);
    await page.goBack();
    await shows(40, 45);
    await page.getByRole('table').locator('tbody a').first().click();
    await page.getByRole('heading', { level: 1, name: `Delivery #${ids[40]}` }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Deliveries' }).click();
    await shows(40, 45);
    await page.getByLabel('Rows per page').selectOption('50');
    await shows(0, 45);
    await page.getByRole('button', { name: 'Delivery date' }).click();
    const byDate = ids.toReversed().toSorted((one, other) => dayOf(one) - dayOf(other));
    await expect.poll(() => idsShown(page)).toEqual(byDate);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(
      csv
        .split('\r\n')
        .slice(1, 4)
        .map((line) => line.split(',')[0]),
    ).toEqual(byDate.slice(0, 3));
    expect(problems).toEqual([]);
  }, 180_000);

  it('keeps its filters after a reload and when going back', async () => {
    const account = await createSignedIn(service);
    const ids = await createDeliveries(account, 25);
    const other = await createDelivery(account);
    await account.call('PATCH', `/deliveries/${ids[3]}`, { body: { status: 'cancelled' } });
    await using visit = await open(`${service.url}/settings/deliveries?size=20`, account);
    const { page, problems } = visit;
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => idsShown(page)).toEqual(ids.slice(19));
    await openFilters(page);
    await page.getByLabel('Status').selectOption('Pending');
    const pending = [String(other.id), ...ids.filter((id) => id !== ids[3])];
    await expect.poll(() => idsShown(page)).toEqual(pending.slice(0, 20));
    await choose(page, 'Supermarket', other.supermarket_name);
    await expect.poll(() => idsShown(page)).toEqual([String(other.id)]);
    await page.getByLabel('From').fill(inDays(3));
    await page.getByText('No deliveries match these filters').waitFor();
    await page.goBack();
    await expect.poll(() => idsShown(page)).toEqual([String(other.id)]);
    expect(await page.getByLabel('From').inputValue()).toBe('');
    await page.reload();
    await expect.poll(() => idsShown(page)).toEqual([String(other.id)]);
    expect(await page.getByLabel('Status').inputValue()).toBe('PENDING');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => idsShown(page)).toEqual([String(other.id), ...ids].slice(0, 20));
    expect(new URL(page.url()).search).toBe('?size=20');

    await openFilters(page);
    await page.getByLabel('To', { exact: true }).fill(inDays(1));
    await page.getByLabel('From').fill(inDays(2));
    await page.getByRole('alert').filter({ hasText: 'must not be before the start' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('filters returns by delivery, reason and supermarket', async () => {
    const account = await createSignedIn(service);
    const damaged = await createReturn(account, { reason: 'damaged' });
    const expired = await createReturn(account, { reason: 'expired' });
    await using visit = await open(`${service.url}/settings/returns`, account);
    const { page, problems } = visit;
    const reasons = () =>
      page
        .getByRole('table', { name: 'Returns' })
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => /#\d+ · (\w+)/.exec((row as HTMLElement).innerText)![1]));
    await expect.poll(reasons).toEqual(['expired', 'damaged']);
    await openFilters(page);
    await page.getByLabel('Reason').fill('damaged');
    await expect.poll(reasons).toEqual(['damaged']);
    await page.getByLabel('Reason').fill('');
    await page.getByLabel('Delivery').fill(`#${expired.delivery_id}`);
    await expect.poll(reasons).toEqual(['expired']);
    await page.keyboard.press('Escape');
    await page
      .getByRole('row')
      .getByRole('link', { name: `#${expired.delivery_id}`, exact: true })
      .click();
    await page.getByRole('heading', { level: 1, name: `Delivery #${expired.delivery_id}` }).waitFor();
    await goTo(page, service.url, `/returns?deliveryId=${damaged.delivery_id}`);
    await expect.poll(reasons).toEqual(['damaged']);
    expect(problems).toEqual([]);
  });

  it('shows HTML in names as text', async () => {
    const account = await createSignedIn(service);
    const supermarket = await createSupermarket(account, {
      name: HOSTILE,
      branches: [{ name: HOSTILE, address: HOSTILE }],
    });
    const product = await createProduct(account, { name: HOSTILE, category: HOSTILE });
    const delivery = await createDelivery(account, {
      supermarket_id: supermarket.id,
      subchain_id: supermarket.branches[0].id,
      products: [{ product_id: product.id, quantity: 1 }],
      notes: HOSTILE,
    });
    await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
    const returned = await createReturn(account, {
      delivery_id: delivery.id,
      product_id: product.id,
      reason: HOSTILE,
      description: HOSTILE,
    });
    const paths = [
      '/deliveries',
      `/deliveries/${delivery.id}`,
      '/deliveries/new',
      '/returns',
      `/returns/${returned.id}`,
      '/products',
      `/products/${product.id}`,
      '/supermarkets',
      `/supermarkets/${supermarket.id}`,
    ];
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    for (const path of paths) {
      await moveTo(page, path);
      if (path.endsWith('/new')) await page.getByRole('combobox', { name: 'Supermarket' }).click();
      await page.getByRole('main').getByText(HOSTILE).first().waitFor({ state: 'attached' });
      expect(await page.locator('main img, main b').count()).toBe(0);
      expect(await page.evaluate('globalThis.pwned')).toBeUndefined();
    }
    expect(problems).toEqual([]);
  });
});
