import { expect, it } from 'vitest';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { effortOf } from './effort.ts';
import { press } from '../support/web/press.ts';

const ORDERS = 10;

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
    await expect.poll(() => branch.inputValue()).toBe('Branch 17');
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
    const supermarket = page.getByRole('combobox', { name: 'Supermarket' });
    expect(await supermarket.evaluate((field) => field === document.activeElement)).toBe(true);
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
    await createSupermarket(account, { name: 'Oakfield Stores' });
    await createSupermarket(account, { name: 'Fairway' });
    await account.database.pool.query(
      `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
       SELECT $1, n, (ARRAY['Rye', 'Oat', 'Fig', 'Nut', 'Jam'])[1 + n % 5] || ' ' || n, 1, 2, 'food'
       FROM generate_series(100, 119) AS n`,
      [account.id],
    );
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page, problems } = visit;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    const field = (name: string) => page.getByRole('combobox', { name });
    const product = field('Product');
    const hasFocus = async (name: string) => {
      const isFocused = () =>
        field(name)
          .first()
          .evaluate((each) => each === document.activeElement);
      await expect.poll(isFocused).toBe(true);
    };
    const enter = async (text: string) => {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };

    // The list has read that it is empty.
    await page.getByText('No deliveries yet').waitFor();
    const ordering = await effortOf(page, async () => {
      await page.keyboard.press('n');
      for (let order = 0; order < ORDERS; order++) {
        await hasFocus('Supermarket');
        // The supermarket stays for the next order, and typing replaces it.
        await enter(order === 0 ? 'oak' : order === 1 ? '' : 'fair');
        await hasFocus('Branch');
        await enter(order % 2 === 0 ? 'har' : 'cen');
        await hasFocus('Product');
        for (const [line, words] of ['101', 'oat 111', 'P-0107', '113 nut', 'jam'].entries()) {
          await enter(words);
          await expect.poll(() => product.nth(line).inputValue()).toMatch(/^[A-Z][a-z]+ \d{3}$/);
          await enter('12');
          await expect.poll(() => product.count()).toBe(line + 2);
        }
        await page.keyboard.press('Control+Enter');
        await expect.poll(() => product.count()).toBe(1);
      }
    });
    expect(ordering.clicks).toBe(0);
    expect(ordering.keys).toBeLessThanOrEqual(570);
    const entered = await account.database.pool.query(
      `SELECT delivery_id, count(*)::int AS lines, sum(quantity)::int AS units,
              supermarket.name AS supermarket, branch.name AS branch
       FROM delivery_items item
       JOIN deliveries delivery ON delivery.account_id = item.account_id AND delivery.id = delivery_id
       JOIN branches branch ON branch.id = branch_id
       JOIN supermarkets supermarket ON supermarket.id = delivery.supermarket_id
       WHERE item.account_id = $1 GROUP BY delivery_id, supermarket.name, branch.name ORDER BY delivery_id`,
      [account.id],
    );
    expect(entered.rows).toHaveLength(ORDERS);
    for (const [order, row] of entered.rows.entries()) {
      expect(row).toMatchObject({
        lines: 5,
        units: 60,
        supermarket: order < 2 ? 'Oakfield Stores' : 'Fairway',
        branch: order % 2 === 0 ? 'Harbour' : 'Central',
      });
    }

    const pricing = await effortOf(page, async () => {
      await page.getByRole('link', { name: 'Products', exact: true }).click();
      await page.getByLabel('Select all on this page').click();
      await button('Change prices').click();
      await dialog.getByRole('heading', { name: 'Change 20 prices' }).waitFor();
      for (let count = 0; count < 20; count++) {
        await page.keyboard.type('2.5');
        await page.keyboard.press('Tab');
      }
      await dialog.getByText('+€0.50').nth(19).waitFor();
      // Tab leads from the last price to Save.
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('20 prices changed').waitFor();
    });
    expect(pricing.clicks).toBeLessThanOrEqual(3);
    expect(pricing.keys).toBeLessThanOrEqual(101);
    const pricesOf = async () => {
      const { rows } = await account.database.pool.query<{ price: number }>(
        'SELECT DISTINCT price::float FROM products WHERE account_id = $1',
        [account.id],
      );
      return rows.map(({ price }) => price);
    };
    expect(await pricesOf()).toEqual([2.5]);
    // The list is read again.
    await page.getByRole('row').getByText('€2.50').nth(19).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('Select all on this page').click();
    await button('Change prices').click();
    await dialog.getByLabel('Change all by').fill('-3.1');
    await page.keyboard.press('Enter');
    // To be looked at, then saved.
    await dialog.getByText('−€0.08').nth(19).waitFor();
    expect(await violationsOf(page, 'dialog')).toEqual([]);
    expect(await pricesOf()).toEqual([2.5]);
    await press(dialog, 'Save');
    await expect.poll(pricesOf).toEqual([2.42]);
    await dialog.waitFor({ state: 'detached' });

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
      await page.getByRole('link', { name: 'Returns', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Returns' }).waitFor();
      await page.keyboard.press('n');
      await expect.poll(() => dialog.getByRole('combobox').first().isVisible()).toBe(true);
      await enter(`#${sent}`);
      await expect.poll(() => dialog.getByRole('combobox').first().inputValue()).toContain(`#${sent} · `);
      await page.keyboard.press('Tab');
      await page.keyboard.type('Wr');
      for (const name of ['Jam', 'Fig', 'Nut']) {
        await dialog.getByLabel(new RegExp(`^Quantity of ${name}`)).click();
        await page.keyboard.type('1');
      }
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('3 returns recorded').waitFor();
    });
    expect(returning.clicks).toBeLessThanOrEqual(4);
    expect(returning.keys).toBeLessThanOrEqual(15);
    const reasons = await account.database.pool.query(
      'SELECT DISTINCT reason FROM returns WHERE account_id = $1',
      [account.id],
    );
    expect(reasons.rows).toEqual([{ reason: 'wrong_item' }]);
    expect(problems).toEqual([]);
  }, 180_000);
});
