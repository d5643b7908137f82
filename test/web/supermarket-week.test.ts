import { expect, it } from 'vitest';
import { createProduct, createStandingOrder, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { effortOf } from './effort.ts';

const service = useService();

/** Returns the Monday of the last week, in UTC. */
function lastMonday(): string {
  const weekday = (new Date().getUTCDay() + 6) % 7;
  return inDays(-weekday - 7);
}

/** Creates deliveries of the last week, which cannot be created any more. */
async function createPast(
  account: SignedIn,
  supermarketId: number,
  rows: readonly { branch: number; product: number; quantity: number; day: number; status?: string }[],
) {
  for (const { branch, product, quantity, day, status = 'completed' } of rows) {
    const date = new Date(Date.parse(lastMonday()) + day * 86_400_000).toISOString().slice(0, 10);
    await account.database.pool.query(
      `WITH delivery AS (
         INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value,
           total_weight, status, in_transit_at, completed_at, cancelled_at)
         VALUES ($1, $2, $3, $4, $6, 10, 1, $7, CASE $7 WHEN 'completed' THEN now() END,
           CASE $7 WHEN 'completed' THEN now() END, CASE $7 WHEN 'cancelled' THEN now() END)
         RETURNING id
       )
       INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
       SELECT $1, id, $5, 1, 'Then', $6, 1, 1 FROM delivery`,
      [account.id, supermarketId, branch, date, product, quantity, status],
    );
  }
}

describeInChromium((open) => {
  it('shows in three clicks what a supermarket got last week, by branch, product and day with sums', async () => {
    const account = await createSignedIn(service);
    const market = await createSupermarket(account, { name: 'Corner & Co' });
    const [central, harbour] = market.branches.map(({ id }: { id: number }) => id);
    const other = await createSupermarket(account, { name: 'Elsewhere' });
    const [bread, milk] = [
      (await createProduct(account, { name: 'Rye Bread' })).id,
      (await createProduct(account, { name: 'Milk' })).id,
    ];
    await createPast(account, market.id, [
      { branch: central, product: bread, quantity: 4, day: 0 },
      { branch: central, product: bread, quantity: 3, day: 0 },
      { branch: central, product: milk, quantity: 5, day: 2 },
      { branch: harbour, product: bread, quantity: 2, day: 6 },
      { branch: harbour, product: bread, quantity: 90, day: 6, status: 'cancelled' },
      { branch: harbour, product: bread, quantity: 80, day: 7 },
      { branch: harbour, product: bread, quantity: 70, day: -1 },
    ]);
    await createPast(account, other.id, [
      { branch: other.branches[0].id, product: milk, quantity: 60, day: 0 },
    ]);
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    const { clicks } = await effortOf(page, async () => {
      await page.getByRole('link', { name: 'Supermarkets', exact: true }).click();
      await page.getByRole('link', { name: 'Corner & Co' }).click();
      await page.getByRole('link', { name: 'Last week by product' }).click();
      await page.getByRole('link', { name: 'Rye Bread' }).first().waitFor();
    });
    expect(clicks).toBeLessThanOrEqual(3);
    const rows = page.getByRole('region', { name: 'Table: products of the week' }).locator('tbody tr');
    const cells = (await rows.allInnerTexts()).map((row) => row.split('\t').map((cell) => cell.trim()));
    expect(cells).toEqual([
      ['Central', '7', '', '5', '', '', '', '', '12'],
      ['Milk', '', '', '5', '', '', '', '', '5'],
      ['Rye Bread', '7', '', '', '', '', '', '', '7'],
      ['Harbour', '', '', '', '', '', '', '2', '2'],
      ['Rye Bread', '', '', '', '', '', '', '2', '2'],
      ['All branches', '7', '', '5', '', '', '', '2', '14'],
    ]);
    await page.getByText('4 deliveries · Total €40.00 · 14 units').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    // The list has the same deliveries, and the cancelled one.
    await page.getByRole('link', { name: 'View deliveries' }).click();
    await page.getByText('5 deliveries', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByText('No deliveries to Corner & Co are due').waitFor();
    await page.getByText('This supermarket has no standing orders.').waitFor();

    // The page of the supermarket has the range too, without a column of its own name.
    await page.getByRole('link', { name: 'View supermarket' }).click();
    await page.getByRole('button', { name: 'Last week' }).click();
    await page.getByText('Total €50.00 · 104 units').waitFor();
    const headers = page.getByRole('region', { name: 'Table: Deliveries' }).getByRole('columnheader');
    expect(await headers.allInnerTexts()).not.toContain('Supermarket');
    await page.getByRole('button', { name: 'Yesterday' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('adds what standing orders plan to a week that comes', async () => {
    const account = await createSignedIn(service);
    const order = await createStandingOrder(account, { starts_on: inDays(14) });
    await using visit = await open(
      `${service.url}/settings/calendar?period=week&from=${inDays(28)}&supermarketId=${order.supermarket_id}`,
      account,
    );
    const { page, problems } = visit;
    const rows = page.getByRole('region', { name: 'Table: products of the week' }).locator('tbody tr');
    await rows.first().waitFor();
    const [sums] = (await rows.allInnerTexts()).map((row) => row.split('\t').map((cell) => cell.trim()));
    expect(sums).toEqual(['Central', ...Array.from({ length: 7 }, () => '10 planned'), '70 planned']);
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
