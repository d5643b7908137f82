import { expect, it } from 'vitest';
import { createDriver, createReceived } from '../support/records/drivers.ts';
import { createLinked, linkOf, submit } from '../support/records/receipts.ts';
import {
  createProduct,
  createReturn,
  createSentDelivery,
  createSupermarket,
  inDays,
} from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { effortOf } from './effort.ts';
import { coveredByToast, isInSight } from './in-sight.ts';

const service = useService();

/** Creates deliveries of one product to the branches of a supermarket in turn, due on a day. */
async function createDue(account: SignedIn, { count, date }: { count: number; date: string }) {
  const { id, branches } = await createSupermarket(account);
  const product = await createProduct(account);
  await account.database.pool.query(
    `WITH delivery AS (
       INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value, total_weight)
       SELECT $1, $2, ($3::bigint[])[1 + number % 2], $4, 10, 24.90, 10 FROM generate_series(1, $5::int) number
       RETURNING id
     )
     INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
     SELECT $1, id, $6, 1, $7, 10, 2.49, 1 FROM delivery`,
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

    const today = page.getByRole('region', { name: 'Deliveries today', exact: true });
    const boxes = today.getByLabel(/^Select #/);
    const bar = page.getByRole('region', { name: 'Selection' });
    await boxes.nth(29).waitFor();
    const marking = await effortOf(page, async () => {
      await boxes.first().click();
      await boxes.nth(29).click({ modifiers: ['Shift'] });
      // One bar with the count and the actions, where the thirtieth row is.
      await expect(bar.getByText('30 deliveries selected').isVisible()).resolves.toBe(true);
      expect(await isInSight(bar)).toBe(true);
      await bar.getByRole('button', { name: 'Mark as in transit' }).click();
      await dialog.getByRole('button', { name: 'Mark as in transit' }).click();
      await page.getByRole('status').getByText('30 in transit').waitFor();
    });
    // The key is Shift.
    expect(marking).toEqual({ clicks: 4, keys: 1 });
    expect(await coveredByToast(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await coveredByToast(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('status').getByRole('link', { name: 'Print notes' }).click();
    await page.getByRole('heading', { name: '30 delivery notes' }).waitFor();
    expect(await violationsOf(page, '[class*=_toasts_]')).toEqual([]);
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
      // Beside it can still be the one of the toast.
      await bar.getByRole('link', { name: 'Print notes' }).click();
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
      await page.getByRole('status').getByText('48 deliveries created').waitFor();
    });
    expect(duplicating.clicks).toBeLessThanOrEqual(4);
    const copied = await account.database.pool.query(
      `SELECT count(*)::int, sum(total_quantity)::int AS units FROM deliveries WHERE account_id = $1 AND delivery_date = $2`,
      [account.id, inDays(2)],
    );
    expect(copied.rows).toEqual([{ count: 48, units: 480 }]);
    expect(problems).toEqual([]);
  }, 180_000);

  it('takes few clicks to check the receipts of a day', async () => {
    const account = await createSignedIn(service);
    const links: string[] = [];
    for (let made = 0; made < 5; made += 1) {
      links.push(await linkOf(account, (await createSentDelivery(account)).id));
    }
    await Promise.all(links.map((url) => submit(url, {})));
    const driver = await createDriver(service, account);
    for (let made = 0; made < 3; made += 1) await createReceived(account, driver, 8);
    for (let made = 0; made < 2; made += 1) {
      const { bread, url } = await createLinked(account);
      await submit(url, { [`received-${bread}`]: '8' });
    }
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    const checking = await effortOf(page, async () => {
      await page
        .getByRole('link', { name: /^Receipts/ })
        .first()
        .click();
      await page.getByText('10 receipts', { exact: true }).waitFor();
      await page.getByLabel('Select all on this page').click();
      await page.getByRole('button', { name: 'Accept 8 receipts' }).click();
      await page.getByText('2 receipts', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Accept the dispute about Rye <b>Bread' }).first().click();
      await page.getByText('1 receipt', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Decline the dispute about Rye <b>Bread' }).click();
      await page.getByText('No receipts wait for you').waitFor();
    });
    expect(checking.clicks).toBeLessThanOrEqual(12);
    const { rows } = await account.database.pool.query(
      'SELECT status, count(*)::int FROM deliveries WHERE account_id = $1 GROUP BY status',
      [account.id],
    );
    expect(rows).toEqual([{ status: 'completed', count: 10 }]);
    expect(problems).toEqual([]);
  }, 90_000);

  it("takes few taps for a driver's eight stops, of which one is short", async () => {
    const account = await createSignedIn(service);
    const ids: number[] = [];
    for (let made = 0; made < 8; made += 1) ids.push((await createSentDelivery(account)).id);
    await account.database.pool.query(
      `WITH driver AS (UPDATE people SET role = 'driver' WHERE account_id = $1)
       UPDATE deliveries SET delivery_date = $2 WHERE account_id = $1`,
      [account.id, inDays(0)],
    );
    await using visit = await open(`${service.url}/settings`, {
      viewport: { width: 375, height: 812 },
      timezoneId: 'UTC',
      cookies: account.cookies,
    });
    const { page, problems } = visit;
    await page.getByRole('cell', { name: 'In transit' }).first().waitFor();
    const delivering = await effortOf(page, async () => {
      await page.getByRole('link', { name: '1 Market Square' }).first().click();
      for (let stop = 1; stop <= 8; stop += 1) {
        await page.getByText(`Stop ${stop} of 8`).waitFor();
        if (stop === 3) {
          await page.getByLabel('Received', { exact: true }).click();
          await page.keyboard.press('Control+a');
          await page.keyboard.type('8');
          await page.getByLabel('Reason').click();
          await page.getByLabel('Reason').selectOption('damaged');
        }
        await page.getByLabel('Received by').click();
        await page.keyboard.type('Bea');
        await page.getByRole('button', { name: 'Confirm receipt' }).click();
        if (stop < 8) await page.getByRole('link', { name: /^Next stop/ }).click();
        else await page.getByRole('link', { name: 'All stops completed' }).waitFor();
      }
    });
    expect(delivering.clicks).toBeLessThanOrEqual(30);
    await expect
      .poll(async () => {
        const { rows } = await account.database.pool.query(
          `SELECT status, count(*)::int, (SELECT sum(quantity)::int FROM returns WHERE account_id = $1) AS returned
           FROM deliveries WHERE account_id = $1 GROUP BY status`,
          [account.id],
        );
        return rows;
      })
      .toEqual([{ status: 'completed', count: 8, returned: 2 }]);
    expect(problems).toEqual([]);
  }, 120_000);
});
