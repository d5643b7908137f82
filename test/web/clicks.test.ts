import { expect, it } from 'vitest';
import { createProduct, createReturn, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { effortOf } from '../support/web/effort.ts';

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

    await moveTo(page, '/');
    await page.getByRole('region', { name: 'Tomorrow' }).getByRole('link', { name: 'Pick list' }).click();
    await page.getByRole('row', { name: /480/ }).waitFor();
    await page.getByText(/^48 deliveries, 480 units/).waitFor();

    await moveTo(page, `/deliveries?dateFrom=${inDays(1)}&dateTo=${inDays(1)}&status=PENDING`);
    const duplicating = await effortOf(page, async () => {
      await page.getByLabel('Select all on this page').click();
      await button('Duplicate to date…').click();
      await dialog.getByLabel('Delivery date').fill(inDays(2));
      await dialog.getByRole('button', { name: 'Duplicate' }).click();
      await dialog.getByRole('heading', { name: '48 deliveries created' }).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
    });
    expect(duplicating.clicks).toBeLessThanOrEqual(5);
    const copied = await account.database.pool.query(
      `SELECT count(*)::int, sum(total_quantity)::int AS units FROM deliveries WHERE account_id = $1 AND delivery_date = $2`,
      [account.id, inDays(2)],
    );
    expect(copied.rows).toEqual([{ count: 48, units: 480 }]);
    expect(problems).toEqual([]);
  }, 180_000);
});
