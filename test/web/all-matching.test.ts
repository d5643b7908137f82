import { expect, it } from 'vitest';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const COUNT = 230;

const service = useService();

/** Creates pending deliveries of one product to one branch. */
async function createMany(account: SignedIn, count: number) {
  const { id, branches } = await createSupermarket(account);
  const product = await createProduct(account);
  await account.database.pool.query(
    `WITH delivery AS (
       INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value, total_weight)
       SELECT $1, $2, $3, $4, 10, 24.90, 10 FROM generate_series(1, $5::int) RETURNING id
     )
     INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
     SELECT $1, id, $6, 1, $7, 10, 2.49, 1 FROM delivery`,
    [account.id, id, branches[0].id, inDays(1), count, product.id, product.name],
  );
  return { product };
}

const countsOf = async (account: SignedIn) => {
  const { rows } = await account.database.pool.query<{ status: string; count: number }>(
    `SELECT status, count(*)::int FROM deliveries WHERE account_id = $1 GROUP BY status ORDER BY status`,
    [account.id],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

describeInChromium((open) => {
  it('moves all deliveries that match, in steps, goes on after a reload, and lists what was refused', async () => {
    const account = await createSignedIn(service);
    const { product } = await createMany(account, COUNT);
    // The oldest one lacks its lots.
    const strict = await createProduct(account);
    await account.database.pool.query(
      `UPDATE products SET lot_tracking = 'required' WHERE account_id = $1 AND id = $2`,
      [account.id, strict.id],
    );
    await account.database.pool.query(
      `UPDATE delivery_items SET product_id = $2 WHERE account_id = $1 AND delivery_id =
         (SELECT min(id) FROM deliveries WHERE account_id = $1)`,
      [account.id, strict.id],
    );
    const { id: other } = await createDelivery(account, {
      products: [{ product_id: product.id, quantity: 1 }],
      delivery_date: inDays(9),
    });
    const date = `dateFrom=${inDays(1)}&dateTo=${inDays(1)}`;
    await using visit = await open(`${service.url}/settings/deliveries?${date}`, account);
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    let sent = 0;
    // The second step's request is lost, as with a reload in its middle.
    await page.route('**/graphql', async (route) => {
      if (!/mutation MoveDeliveries/.test(route.request().postData() ?? '')) return route.continue();
      sent += 1;
      if (sent !== 2) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel('Select all on this page').check();
    await press(page, `Select all ${COUNT} matching`);
    await page.getByText(`${COUNT} deliveries selected`).waitFor();
    expect(await page.getByRole('link', { name: 'Pick list' }).getAttribute('href')).toContain(date);
    await press(page.getByRole('region', { name: 'Selection' }), 'Mark as in transit');
    await dialog.getByRole('heading', { name: `Mark ${COUNT} deliveries as in transit?` }).waitFor();
    await press(dialog, 'Mark as in transit');
    await dialog.getByRole('button', { name: 'Continue' }).waitFor();
    expect(await violationsOf(page, 'dialog[open]')).toEqual([]);
    expect(await dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');

    await page.reload();
    await page.getByText(`100 of ${COUNT} done`).waitFor();
    await press(page, 'Continue');
    await dialog.getByRole('heading', { name: `${COUNT - 1} deliveries marked as in transit` }).waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(1);
    await press(dialog, 'Done');
    expect(await countsOf(account)).toEqual({ in_transit: COUNT - 1, pending: 2 });
    const { rows } = await account.database.pool.query<{ count: number }>(
      `SELECT count(*)::int FROM events WHERE account_id = $1 AND type = 'delivery.in_transit'`,
      [account.id],
    );
    // Each once, also those of the step that was sent twice; the one that does not match is left alone.
    expect(rows).toEqual([{ count: COUNT - 1 }]);
    const left = await account.call('GET', `/deliveries/${other}`);
    expect(left.json.data.status).toBe('pending');
    expect(await page.getByText('not finished').count()).toBe(0);
  }, 180_000);
});
