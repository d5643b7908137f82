import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';

const service = useService();

describeInChromium((open) => {
  it('takes a quarter of prices, and ends those before in the same call', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSupermarket(account, { name: 'Oakfield' });
    for (const [name, price] of [
      ['Bread', 2.5],
      ['Cake', 8],
      ['Milk', 1],
    ] as const)
      await createProduct(account, { name, price });
    const stored = async () => {
      const { rows } = await service.database.pool.query(
        `SELECT name, agreement.price::float, valid_from::text AS from, valid_to::text AS to
         FROM price_agreements agreement JOIN products product
           ON product.account_id = agreement.account_id AND product.id = product_id
         WHERE agreement.account_id = $1 ORDER BY name, valid_from`,
        [account.id],
      );
      return rows.map(({ name, price, from, to }) => [name, price, from, to]);
    };
    await using visit = await open(`${service.url}/settings/supermarkets/${id}`, account);
    const { page, problems } = visit;
    await page.getByRole('link', { name: 'Prices' }).click();
    const price = (name: string) => page.getByLabel(`New price of ${name} (`);
    await price('Bread').fill('1,99');
    await price('Cake').fill('6');
    await page.getByLabel('From', { exact: true }).fill(inDays(0));
    await page.getByLabel(/^To\b/).fill(inDays(20));
    await press(page, 'Save 2 prices');
    await page.getByText('2 prices saved').waitFor();
    expect(await stored()).toEqual([
      ['Bread', 1.99, inDays(0), inDays(20)],
      ['Cake', 6, inDays(0), inDays(20)],
    ]);
    await expect.poll(() => page.getByText('Ends soon').count()).toBe(2);

    await page.getByLabel('From', { exact: true }).fill(inDays(10));
    await page.getByLabel(/^To\b/).fill('');
    await price('Bread').focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', '1,89\n60\n');
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await page.getByText('2 prices pasted.').waitFor();
    await press(page, 'Save 2 prices');
    await page.getByText('These prices change by more than half').waitFor();
    await price('Cake').fill('5.5');
    await press(page, 'Save 2 prices');
    await expect.poll(stored).toEqual([
      ['Bread', 1.99, inDays(0), inDays(9)],
      ['Bread', 1.89, inDays(10), null],
      ['Cake', 6, inDays(0), inDays(9)],
      ['Cake', 5.5, inDays(10), null],
    ]);

    await page.getByLabel('From', { exact: true }).fill(inDays(5));
    await price('Milk').fill('0.9');
    await price('Bread').fill('1.5');
    await press(page, 'Save 2 prices');
    await page.getByText('overlaps the price that holds', { exact: false }).first().waitFor();
    expect(await stored()).toHaveLength(4);
    expect(problems).toEqual([]);
  });

  it('shows the agreed price in an order, and offers it in a change', async () => {
    const account = await createSignedIn(service);
    const market = await createSupermarket(account, { name: 'Oakfield' });
    const { id: productId } = await createProduct(account, { name: 'Bread', price: 2.5 });
    const place = { supermarket_id: market.id, subchain_id: market.branches[0].id };
    const products = [{ product_id: productId, quantity: 10 }];
    const { id } = await createDelivery(account, { ...place, products, delivery_date: inDays(3) });
    await ask(
      account,
      `mutation ($rows: [PriceAgreementInput!]!) { setPriceAgreements(supermarketId: "${market.id}", rows: $rows) { id } }`,
      { rows: [{ productId: String(productId), price: 3, validFrom: inDays(2), validTo: inDays(9) }] },
    );
    await using visit = await open(`${service.url}/settings/deliveries/new?copy=${id}`, account);
    const { page, problems } = visit;
    await page.getByLabel('Delivery date').fill(inDays(4));
    await page.getByText('€3.00 agreed').waitFor();
    await page.getByText('€30.00').first().waitFor();
    await page.getByLabel('Delivery date').fill(inDays(20));
    await page.getByText('€25.00').first().waitFor();

    await page.goto(`${service.url}/settings/deliveries/${id}/change`);
    await page.getByText('Agreed from').waitFor();
    await page.getByText('€25.00').first().waitFor();
    await press(page, 'Take the agreed price of Bread');
    await page.getByText('€30.00').first().waitFor();
    await press(page, 'Save changes');
    await page.getByText('Delivery changed').waitFor();
    const { rows } = await service.database.pool.query(
      "SELECT total_value::float AS total FROM deliveries WHERE account_id = $1 AND status = 'pending'",
      [account.id],
    );
    expect(rows).toEqual([{ total: 30 }]);
    expect(problems).toEqual([]);
  });
});
