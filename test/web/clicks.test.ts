import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createProduct, createReturn, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

/** Creates deliveries of one product to the branches of a supermarket in turn, due on a day. */
async function createDue(account: SignedIn, { count, date }: { count: number; date: string }) {
  const { id, branches } = await createSupermarket(account);
  const product = await createProduct(account);
  await account.database.pool.query(
    `WITH delivery AS (
       INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value)
       SELECT $1, $2, ($3::bigint[])[1 + number % 2], $4, 10, 24.90 FROM generate_series(1, $5::int) number
       RETURNING id
     )
     INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price)
     SELECT $1, id, $6, 1, $7, 10, 2.49 FROM delivery`,
    [account.id, id, branches.map((each: { id: number }) => each.id), date, count, product.id, product.name],
  );
}

interface Effort {
  clicks: number;
  keys: number;
}

/** Counts the clicks and keys of `work`, as the page sees them. */
async function effortOf(page: Page, work: () => Promise<unknown>): Promise<Effort> {
  await page.evaluate(() => {
    const effort = { clicks: 0, keys: 0 };
    Object.assign(globalThis, { effort });
    addEventListener('pointerdown', () => effort.clicks++, true);
    addEventListener('keydown', () => effort.keys++, true);
  });
  await work();
  return page.evaluate(() => (globalThis as unknown as { effort: Effort }).effort);
}

describeInChromium((open) => {
  it("takes few clicks for a day's work", async () => {
    const account = await createSignedIn(service);
    await createDue(account, { count: 30, date: inDays(0) });
    await createDue(account, { count: 48, date: inDays(1) });
    await using visit = await open(`${service.url}/settings`, { ...account, timezoneId: 'UTC' });
    const { page, problems } = visit;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');

    const marking = await effortOf(page, async () => {
      await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
      await button('Today').click();
      await page.getByText('30 deliveries', { exact: true }).waitFor();
      await page.getByLabel('Select all on this page').click();
      await button('Mark as in transit').click();
      await dialog.getByRole('button', { name: 'Mark as in transit' }).click();
      await dialog.getByRole('heading', { name: '30 deliveries marked as in transit' }).waitFor();
      expect(await dialog.getByRole('listitem').filter({ hasText: 'In transit' }).count()).toBe(30);
      await dialog.getByRole('button', { name: 'Done' }).click();
    });
    expect(marking.clicks).toBeLessThanOrEqual(6);
    const { rows } = await account.database.pool.query(
      `SELECT status, count(*)::int FROM deliveries WHERE account_id = $1 GROUP BY status ORDER BY status`,
      [account.id],
    );
    expect(rows).toEqual([
      { status: 'in_transit', count: 30 },
      { status: 'pending', count: 48 },
    ]);

    await moveTo(page, '/');
    await page.evaluate(() => {
      globalThis.print = () => document.body.setAttribute('data-printed', '');
    });
    const printing = await effortOf(page, async () => {
      await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
      await button('Tomorrow').click();
      await page.getByText('48 deliveries', { exact: true }).waitFor();
      await page.getByLabel('Select all on this page').click();
      await page.getByRole('link', { name: 'Print notes' }).click();
      await page.getByRole('heading', { name: '48 delivery notes' }).waitFor();
      await button('Print').click();
    });
    expect(printing.clicks).toBeLessThanOrEqual(5);
    expect(await page.locator('body[data-printed]').count()).toBe(1);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(48);

    await createReturn(account, { reason: 'wrong_item' });
    await moveTo(page, '/');
    const ranking = page.getByRole('region', { name: 'Most returns' });
    const ranked = await effortOf(page, async () => {
      await page.getByRole('link', { name: 'Analytics' }).click();
      await ranking.getByRole('link', { name: 'Central' }).click();
    });
    expect(ranked.clicks).toBeLessThanOrEqual(2);
    await page.getByText('1 return', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  }, 180_000);
});
