import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  createDelivery,
  createProduct,
  createSupermarket,
  createWebhook,
  inDays,
} from '../support/records/records.ts';
import { createLinked, submit } from '../support/records/receipts.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, settle, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

const WINDOWS = ['06:00-09:00', '10:00-12:00'];

/** Creates a delivery of 100 pieces of 83 kg to each of two branches, the one with the later window first. */
async function createDay(account: SignedIn, days: number): Promise<number[]> {
  const { id, branches } = await createSupermarket(account, {
    name: 'Åse Market',
    branches: WINDOWS.toReversed().map((delivery_window, n) => ({
      name: `Branch ${n}`,
      address: `${n} Quay`,
      delivery_window,
    })),
  });
  const product = await createProduct(account, { weight: 83 });
  const ids: number[] = [];
  for (const branch of branches) {
    const delivery = await createDelivery(account, {
      supermarket_id: id,
      subchain_id: branch.id,
      products: [{ product_id: product.id, quantity: 100 }],
    });
    ids.push(delivery.id);
  }
  await account.database.pool.query(
    'UPDATE deliveries SET delivery_date = $3 WHERE account_id = $1 AND id = ANY($2)',
    [account.id, ids, inDays(days)],
  );
  return ids;
}

/** Stores a failing webhook and a failed import. */
async function createTrouble(account: SignedIn): Promise<void> {
  const { pool } = account.database;
  const { id } = await createWebhook(account);
  await pool.query(
    'UPDATE webhook_subscriptions SET consecutive_failures = 3 WHERE account_id = $1 AND id = $2',
    [account.id, id],
  );
  await pool.query(
    `INSERT INTO imports (account_id, kind, status, file, sha256, columns, refusals, rows, created, updated, unchanged,
       refused, total, started_at, finished_at)
     VALUES ($1, 'products', 'failed', 'x', sha256('x'), '[]', '[]', 1, 0, 0, 0, 1, 1, now(), now())`,
    [account.id],
  );
}

const cellOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const listOf = (page: Page) => page.getByRole('table', { name: 'Deliveries today' });

/** Returns the headings and the numbers of the deliveries in the list, from top to bottom. */
async function linesOf(page: Page): Promise<string[]> {
  const lines = await listOf(page).locator('tbody tr').allInnerTexts();
  return lines.map((text) => text.trim().split(/\s/)[0]!);
}

describeInChromium((open) => {
  it('shows in one row what is late, how the day goes, and what leaves tomorrow', async () => {
    const account = await createSignedIn(service);
    const [first] = await createDay(account, 0);
    await createDay(account, -1);
    await createDay(account, 1);
    for (const status of ['in_transit', 'completed']) {
      await account.call('PATCH', `/deliveries/${first}`, { body: { status } });
    }
    await using visit = await open(`${service.url}/settings`, { ...account, timezoneId: 'UTC' });
    const { page, problems } = visit;
    await cellOf(page, 'Late').getByRole('link', { name: '2', exact: true }).waitFor();
    await cellOf(page, 'Today').getByRole('link', { name: '1 of 2' }).waitFor();
    await cellOf(page, 'Receipts to check').getByRole('link', { name: '0', exact: true }).waitFor();
    await cellOf(page, 'Tomorrow')
      .getByText(/^16[.,]6\st$/)
      .waitFor();
    await cellOf(page, 'Trouble').getByText('None').waitFor();
    await createTrouble(account);
    await page.reload();
    const trouble = cellOf(page, 'Trouble');
    await trouble.getByText('2', { exact: true }).waitFor();
    await trouble.getByText('3 of 10 consecutive failures').waitFor();
    await trouble.getByRole('link', { name: '1 import failed' }).click();
    await page.waitForURL('**/settings/imports/*');
    await page.goBack();
    await cellOf(page, 'Tomorrow').getByRole('link', { name: '2 pending' }).click();
    await page.getByText('2 deliveries', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it('leads to the receipts that wait', async () => {
    const account = await createSignedIn(service);
    const { bread, url } = await createLinked(account);
    await submit(url, { [`received-${bread}`]: '8', [`reason-${bread}`]: 'damaged' });
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    await cellOf(page, 'Receipts to check').getByRole('link', { name: '1', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Receipts' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('lists the deliveries of today by window, and leaves each in its place when it changes', async () => {
    const account = await createSignedIn(service);
    const [late, early] = await createDay(account, 0);
    await using visit = await open(`${service.url}/settings`, { ...account, timezoneId: 'UTC' });
    const { page, problems } = visit;
    await listOf(page).waitFor();
    const lines = [WINDOWS[0], `#${early}`, WINDOWS[1], `#${late}`];
    expect(await linesOf(page)).toEqual(lines);
    // The window and the row say what is loaded.
    await page.getByRole('row', { name: `${WINDOWS[0]} 1 delivery · 100 units · 8,300 kg` }).waitFor();
    await listOf(page)
      .getByRole('row')
      .filter({ hasText: `#${early}` })
      .getByRole('cell', { name: '8,300 kg' })
      .waitFor();
    const dispatch = page.getByRole('button', { name: 'Mark as in transit' });
    const complete = page.getByRole('button', { name: 'Mark as completed' });
    const places = async () => [(await dispatch.boundingBox())!.y, (await listOf(page).boundingBox())!.y];
    const before = await places();
    expect(await complete.isDisabled()).toBe(true);

    // The line of a window selects its deliveries, and those alone.
    await page.getByLabel(`Select ${WINDOWS[0]}`, { exact: true }).check();
    expect(await page.getByLabel(`Select #${early}`).isChecked()).toBe(true);
    const bar = page.getByRole('region', { name: 'Selection' });
    expect(await dispatch.and(page.locator(':visible')).count()).toBe(1);
    await bar.getByRole('button', { name: 'Mark as in transit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Mark as in transit' }).click();
    await page.getByRole('status').getByText('1 in transit').waitFor();
    // Without a selection, to all that it can be done with.
    await dispatch.click();
    await dialog.getByRole('button', { name: 'Mark as in transit' }).click();
    await expect.poll(() => page.getByRole('status').getByText('1 in transit').count()).toBe(2);
    await expect.poll(() => dispatch.isDisabled()).toBe(true);

    await page.getByLabel(`Select #${early}`).check();
    await bar.getByRole('button', { name: 'Mark as completed' }).click();
    await dialog.getByRole('button', { name: 'Mark as completed' }).click();
    await page.getByRole('status').getByText('1 completed').waitFor();
    await listOf(page).getByText('Completed').waitFor();
    expect(await linesOf(page)).toEqual(lines);
    expect(await places()).toEqual(before);
    const { rows } = await account.database.pool.query(
      'SELECT status FROM deliveries WHERE account_id = $1 ORDER BY id',
      [account.id],
    );
    expect(rows).toEqual([{ status: 'in_transit' }, { status: 'completed' }]);
    expect(problems).toEqual([]);
  });

  it('prints the day sheet: the deliveries with their addresses, and nothing else', async () => {
    const account = await createSignedIn(service);
    await createDay(account, 0);
    await using visit = await open(`${service.url}/settings`, { ...account, timezoneId: 'UTC' });
    const { page, problems } = visit;
    await listOf(page).waitFor();
    await page.evaluate(() => {
      globalThis.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Day sheet' }).click();
    expect(await page.locator('body[data-printed]').count()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await listOf(page).getByText('1 Quay').isVisible()).toBe(true);
    for (const hidden of [cellOf(page, 'Trouble'), cellOf(page, 'Live activity')]) {
      expect(await hidden.isVisible()).toBe(false);
    }
    expect(problems).toEqual([]);
  });

  it('offers a viewer what prints, and nothing that changes a delivery', async () => {
    const account = await createSignedIn(service);
    await createDay(account, 0);
    await service.database.pool.query(`UPDATE people SET role = 'viewer' WHERE account_id = $1`, [
      account.id,
    ]);
    await using visit = await open(`${service.url}/settings`, { ...account, timezoneId: 'UTC' });
    const { page, problems } = visit;
    await listOf(page).waitFor();
    await settle(page);
    const card = page.getByRole('region', { name: 'Deliveries today', exact: true });
    const controls = await card.locator('header :is(a, button)').allInnerTexts();
    expect(controls.map((text) => text.trim())).toEqual(['Print notes', 'Pick list', 'Day sheet']);
    expect(problems).toEqual([]);
  });
});
