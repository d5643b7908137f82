import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createDelivery, createProduct, createSentDelivery } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { effortOf } from './effort.ts';
import { openFilters } from './filters.ts';

const service = useService();

const idsShown = (page: Page) =>
  page
    .getByRole('table', { name: 'Deliveries' })
    .locator('tbody a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname.split('/').at(-1)!));

describeInChromium((open) => {
  it('adds up a list, hides columns, saves views and follows changes', async () => {
    const account = await createSignedIn(service);
    const oldest = String((await createDelivery(account)).id);
    const newest = String((await createDelivery(account)).id);
    await account.call('PATCH', `/deliveries/${newest}`, { body: { status: 'cancelled' } });
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    const column = (name: string) => page.getByRole('columnheader', { name, exact: true });
    await page.getByText(/^Total .* · 20 units$/).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await dialog.getByLabel('Branch').uncheck();
    await dialog.getByLabel('Carrier').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await column('Carrier').waitFor();
    expect(await column('Branch').count()).toBe(0);

    await openFilters(page);
    await page.getByLabel('Status').selectOption('Pending');
    await page.getByText(/^Total .* · 10 units$/).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByLabel('Name').fill('Not sent yet');
    expect(await violationsOf(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => idsShown(page)).toEqual([newest, oldest]);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'Not sent yet' }).click();
    await expect.poll(() => idsShown(page)).toEqual([oldest]);
    expect(new URL(page.url()).search).toBe('?status=PENDING');
    const streaming = page.waitForResponse((response) => response.url().includes('/graphql?query='));
    await page.reload();
    await expect.poll(() => idsShown(page)).toEqual([oldest]);
    await page.getByRole('button', { name: 'Not sent yet' }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await dialog.getByRole('button', { name: 'Delete view' }).click();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save view' }).waitFor();
    expect(await page.getByRole('link', { name: 'Not sent yet' }).count()).toBe(0);
    await page.keyboard.press('Escape');

    // Changes are followed once the list is shown.
    await streaming;
    const { id: second } = await createDelivery(account);
    await expect.poll(() => idsShown(page), { timeout: 15_000 }).toEqual([String(second), oldest]);
    await page.getByLabel(`Select delivery #${second}`).check();
    const { id: third } = await createDelivery(account);
    await page.getByRole('button', { name: '1 change: refresh' }).click();
    await expect.poll(() => idsShown(page)).toEqual([String(third), String(second), oldest]);
    expect(await page.getByText('1 delivery selected').count()).toBe(1);
    expect(problems).toEqual([]);
  }, 180_000);

  it('records several returned lines at once, and shows where they came from', async () => {
    const account = await createSignedIn(service);
    const products = [];
    for (const name of ['Rye', 'Oat', 'Fig']) products.push(await createProduct(account, { name }));
    const sent = await createSentDelivery(account, {
      products: products.map(({ id }) => ({ product_id: id, quantity: 9 })),
    });
    await using visit = await open(`${service.url}/settings/returns`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    const effort = await effortOf(page, async () => {
      await page.getByRole('button', { name: 'Record returns' }).click();
      await dialog.getByRole('combobox', { name: 'Delivery' }).waitFor();
      await page.keyboard.type(String(sent.id));
      await page.keyboard.press('Enter');
      const delivery = dialog.getByRole('combobox', { name: 'Delivery' });
      await expect.poll(() => delivery.inputValue()).toContain(`#${sent.id} · `);
      await dialog.getByLabel('Reason', { exact: true }).selectOption('Wrong item');
      await dialog.getByLabel('Quantity of Rye').click();
      await page.keyboard.type('1');
      await dialog.getByLabel('Quantity of Oat').click();
      await page.keyboard.type('2');
      await dialog.getByLabel('Quantity of Fig').click();
      await page.keyboard.type('3');
      await dialog.getByLabel('Reason for Fig').selectOption('Other');
      await dialog.getByLabel('Reason for Fig: other').fill('Torn bag');
      expect(await violationsOf(page, 'dialog')).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('3 returns recorded').waitFor();
    });
    expect(effort.clicks).toBeLessThanOrEqual(12);
    const { rows } = await account.database.pool.query(
      `SELECT product_id::int AS id, quantity, reason FROM returns WHERE account_id = $1 ORDER BY quantity`,
      [account.id],
    );
    const reasons = ['wrong_item', 'wrong_item', 'Torn bag'];
    expect(rows).toEqual(
      products.map(({ id }, index) => ({ id, quantity: index + 1, reason: reasons[index] })),
    );
    const row = page.getByRole('table', { name: 'Returns' }).getByRole('row').filter({ hasText: 'Fig' });
    await row.getByRole('cell', { name: sent.supermarket_name }).waitFor();
    await row.getByRole('cell', { name: sent.subchain_name }).waitFor();
    await page.getByText(/^Total .* · 6 units$/).waitFor();
    expect(problems).toEqual([]);
  });
});
