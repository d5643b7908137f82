import { expect, it } from 'vitest';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { effortOf } from './effort.ts';
import { choose, press } from '../support/web/press.ts';

const service = useService();

describeInChromium((open) => {
  it('finds a branch among many, and a product by the keyboard alone', async () => {
    const account = await createSignedIn(service);
    const branches = Array.from({ length: 30 }, (_, index) => ({
      name: `Branch ${index}`,
      address: 'Mill Lane',
    }));
    const { id } = await createSupermarket(account, { branches });
    await createProduct(account, { name: 'Rye Bread' });
    await createProduct(account, { name: 'Rye Crisps' });
    await using visit = await open(`${service.url}/settings/deliveries/new?supermarketId=${id}`, account);
    const { page, problems } = visit;
    const branch = page.getByRole('combobox', { name: 'Branch' });
    await branch.and(page.locator('input')).pressSequentially('ch 17');
    await page.keyboard.press('Enter');
    expect(await branch.inputValue()).toBe('Branch 17');
    const product = page.getByRole('combobox', { name: 'Product' });
    await product.pressSequentially('rye');
    await page.getByRole('listbox').getByRole('option').nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await product.inputValue()).toBe('Rye Crisps');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    // Enter before the options arrive takes the first one.
    await page.keyboard.type('P-0001');
    await page.keyboard.press('Enter');
    await expect.poll(() => product.nth(1).inputValue()).toBe('Rye Bread');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await press(page, 'Create and add another');
    await page.getByText(/Delivery #\d+ created/).waitFor();
    await expect.poll(() => product.count()).toBe(1);
    expect(await branch.evaluate((field) => field === document.activeElement)).toBe(true);
    await branch.and(page.locator('input')).pressSequentially('branch 3');
    await page.keyboard.press('Tab');
    await product.focus();
    await page.keyboard.type('crisps');
    await page.keyboard.press('Enter');
    await expect.poll(() => product.inputValue()).toBe('Rye Crisps');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await expect.poll(() => product.count()).toBe(2);
    await page.keyboard.press('Enter');
    await heading(page, /^Delivery #\d+$/);
    const { rows } = await service.database.pool.query(
      `SELECT branch.name AS branch, item.name AS product, quantity FROM delivery_items item
       JOIN deliveries delivery ON delivery.id = delivery_id
       JOIN branches branch ON branch.id = branch_id WHERE item.account_id = $1
       ORDER BY delivery_id, position`,
      [account.id],
    );
    expect(rows).toEqual([
      { branch: 'Branch 17', product: 'Rye Crisps', quantity: 3 },
      { branch: 'Branch 17', product: 'Rye Bread', quantity: 12 },
      { branch: 'Branch 3', product: 'Rye Crisps', quantity: 1 },
    ]);
    expect(problems).toEqual([]);
  }, 180_000);

  it('takes few clicks and keys to enter orders, prices and returns', async () => {
    const account = await createSignedIn(service);
    const { id: supermarket } = await createSupermarket(account);
    await account.database.pool.query(
      `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
       SELECT $1, n, (ARRAY['Rye', 'Oat', 'Fig', 'Nut', 'Jam'])[1 + n % 5] || ' ' || n, 1, 2, 'food'
       FROM generate_series(100, 119) AS n`,
      [account.id],
    );
    await using visit = await open(
      `${service.url}/settings/deliveries/new?supermarketId=${supermarket}`,
      account,
    );
    const { page, problems } = visit;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    const product = page.getByRole('combobox', { name: 'Product' });

    const ordering = await effortOf(page, async () => {
      await choose(page, 'Branch', 'Harbour');
      for (const next of ['Central', 'Harbour']) {
        await product.click();
        for (const [line, words] of ['101', 'oat 111', 'P-0107', '113 nut', 'jam'].entries()) {
          await page.keyboard.type(words);
          await page.keyboard.press('Enter');
          await expect.poll(() => product.nth(line).inputValue()).toMatch(/^[A-Z][a-z]+ \d{3}$/);
          await page.keyboard.type('12');
          await page.keyboard.press('Enter');
          await expect.poll(() => product.count()).toBe(line + 2);
        }
        await button('Create and add another').click();
        const branch = page.getByLabel('Branch');
        await expect.poll(() => branch.evaluate((field) => field === document.activeElement)).toBe(true);
        await page.keyboard.type(next.slice(0, 1));
        await expect.poll(() => branch.locator('option:checked').innerText()).toBe(next);
      }
    });
    // A fifth of ten deliveries; the first branch takes a click, which is not counted here.
    expect(ordering.clicks + 1).toBeLessThanOrEqual(25 / 5);
    expect(ordering.keys).toBeLessThanOrEqual(700 / 5);
    const entered = await account.database.pool.query(
      `SELECT delivery_id, count(*)::int AS lines, sum(quantity)::int AS units FROM delivery_items
       WHERE account_id = $1 GROUP BY delivery_id`,
      [account.id],
    );
    expect(entered.rows).toHaveLength(2);
    for (const row of entered.rows) expect(row).toMatchObject({ lines: 5, units: 60 });

    const pricing = await effortOf(page, async () => {
      await page.getByRole('link', { name: 'Products', exact: true }).click();
      await page.getByLabel('Select all on this page').click();
      await button('Change prices').click();
      await dialog.getByRole('heading', { name: 'Change 20 prices' }).waitFor();
      for (let count = 0; count < 20; count++) {
        await page.keyboard.type('2.5');
        await page.keyboard.press(count < 19 ? 'Tab' : 'Enter');
      }
      await dialog.getByRole('heading', { name: '20 prices changed' }).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
    });
    expect(pricing.clicks).toBeLessThanOrEqual(25);
    const prices = await account.database.pool.query(
      'SELECT DISTINCT price::float FROM products WHERE account_id = $1',
      [account.id],
    );
    expect(prices.rows).toEqual([{ price: 2.5 }]);

    const { delivery_id: sent } = entered.rows[0]!;
    await account.call('PATCH', `/deliveries/${sent}`, { body: { status: 'in_transit' } });
    const finding = await effortOf(page, async () => {
      await page.keyboard.press('Control+k');
      await dialog.getByRole('combobox').waitFor();
      await page.keyboard.type(`#${sent}`);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: `Delivery #${sent}` }).waitFor();
    });
    expect(finding.clicks).toBeLessThanOrEqual(1);

    const returning = await effortOf(page, async () => {
      for (const [line, name] of ['Jam', 'Fig', 'Nut'].entries()) {
        await button('Record return').click();
        const products = dialog.getByLabel('Product');
        await products.selectOption({ label: await products.getByText(name).first().innerText() });
        await dialog.getByLabel('Quantity').click();
        await page.keyboard.type('1');
        await dialog.getByLabel('Reason').click();
        await page.keyboard.type('Wrong item');
        await page.keyboard.press('Enter');
        await expect.poll(() => page.getByRole('link', { name: /#\d+ · wrong item/ }).count()).toBe(line + 1);
      }
    });
    // Each also has a click for its product, which is not counted here.
    expect(returning.clicks + 3).toBeLessThanOrEqual(12);
    const reasons = await account.database.pool.query(
      'SELECT DISTINCT reason FROM returns WHERE account_id = $1',
      [account.id],
    );
    expect(reasons.rows).toEqual([{ reason: 'wrong_item' }]);
    expect(problems).toEqual([]);
  }, 180_000);
});
