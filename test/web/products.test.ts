import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { openFilters } from './filters.ts';
import { press } from '../support/web/press.ts';
import { createDelivery, createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';

const service = useService();

describeInChromium((open) => {
  it('finds products by a part of their name and by category', async () => {
    const account = await createSignedIn(service);
    await createProduct(account, { name: 'Rye Bread', category: 'bakery' });
    await createProduct(account, { name: 'Crispbread', category: 'dry goods' });
    await createProduct(account, { name: 'Oat Milk', category: 'dairy' });
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page, problems } = visit;
    const rows = page.getByRole('table', { name: 'Products' }).getByRole('row');
    const names = () =>
      rows.evaluateAll((all) => all.slice(1).map((row) => row.querySelector('a')!.textContent));
    await expect.poll(names).toEqual(['Oat Milk', 'Crispbread', 'Rye Bread']);
    await page.getByLabel('Search').fill('BREAD');
    await expect.poll(names).toEqual(['Crispbread', 'Rye Bread']);
    expect(new URL(page.url()).search).toBe('?words=BREAD');
    await openFilters(page);
    await page.getByLabel('Sort by').selectOption('Name');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(names).toEqual(['Crispbread', 'Oat Milk', 'Rye Bread']);
    await page.getByRole('link', { name: 'dairy' }).click();
    await expect.poll(names).toEqual(['Oat Milk']);
    expect(await page.getByLabel('Category').inputValue()).toBe('dairy');
    await page.getByLabel('Search').fill('%');
    await page.getByText('No products match these filters').waitFor();
    expect(problems).toEqual([]);
  });

  it('says how many changes of the price it shows, and shows older ones', async () => {
    const account = await createSignedIn(service);
    const { id } = await createProduct(account, { name: 'Rye Bread' });
    await service.database.pool.query(
      `INSERT INTO price_changes (account_id, product_id, changed_at, price_before, price_after)
       SELECT $1, $2, now() - interval '1 day' * (180 - n), n - 1, n FROM generate_series(1, 170) AS n`,
      [account.id, id],
    );
    await using visit = await open(`${service.url}/settings/products/${id}`, account);
    const { page, problems } = visit;
    const older = page.getByRole('button', { name: 'Show older' });
    const prices = () => page.getByText(/^€\d+\.00 to €\d+\.00$/).allInnerTexts();
    await page.getByText('Newest 50 of 170 price changes').waitFor();
    expect(await prices()).toHaveLength(50);
    await older.click();
    await page.getByText('Newest 150 of 170 price changes').waitFor();
    await older.click();
    await expect.poll(prices).toEqual(Array.from({ length: 170 }, (_, n) => `€${n}.00 to €${n + 1}.00`));
    expect(await older.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('changes only the edited fields, and publishes an event', async () => {
    const account = await createSignedIn(service);
    const product = await createProduct(account, { name: 'Rye Bread', price: 3.49 });
    const delivery = await createDelivery(account, { products: [{ product_id: product.id, quantity: 2 }] });
    await using visit = await open(`${service.url}/settings/products/${product.id}`, account);
    const { page, problems } = visit;
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });

    await dialog.getByLabel('Price (EUR)').fill('');
    await save.click();
    const [price, name] = [dialog.getByLabel('Price (EUR)'), dialog.getByLabel('Name')];
    await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true');
    await price.fill('3.99');
    await name.fill('R'.repeat(201));
    await save.click();
    await dialog.getByText('Must be at most 200 characters.').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    expect(await price.getAttribute('aria-invalid')).toBeNull();
    expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);

    // Changed by someone else while the dialog is open.
    const { status } = await account.call('PATCH', `/products/${product.id}`, {
      body: { category: 'bread' },
    });
    expect(status).toBe(200);
    await name.fill('Rye Bread, sliced');
    await save.click();
    await page.getByRole('heading', { level: 1, name: 'Rye Bread, sliced' }).waitFor();
    await page.getByText('€3.99', { exact: true }).waitFor();
    await page.getByText('€3.49 to €3.99 by Owner').waitFor();
    await page.getByRole('link', { name: 'bread', exact: true }).waitFor();

    const { rows } = await service.database.pool.query<{ body: string }>(
      `SELECT body FROM events WHERE account_id = $1 AND type = 'product.updated' ORDER BY id DESC LIMIT 1`,
      [account.id],
    );
    expect(JSON.parse(rows[0]!.body).data).toMatchObject({
      product_id: product.id,
      name: 'Rye Bread, sliced',
      price: 3.99,
      category: 'bread',
      changed: ['name', 'price'],
    });

    await page.getByRole('link', { name: `#${delivery.id}`, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `Delivery #${delivery.id}` }).waitFor();
    await page.getByRole('row', { name: 'Rye Bread 2 1 kg €3.49 €6.98' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('archives a product, which can then be neither selected nor duplicated, and restores it', async () => {
    const account = await createSignedIn(service);
    const [bread, milk] = [
      await createProduct(account, { name: 'Rye Bread' }),
      await createProduct(account, { name: 'Oat Milk' }),
    ];
    const delivery = await createDelivery(account, {
      products: [bread, milk].map(({ id }) => ({ product_id: id, quantity: 2 })),
    });
    await using visit = await open(`${service.url}/settings/products/${bread.id}`, account);
    const { page, problems } = visit;
    await press(page.getByRole('main'), 'Archive');
    await press(page.getByRole('dialog'), 'Archive product');
    await page.getByText('Product archived').waitFor();
    await page.getByText('Archived', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Products' }).first().click();
    await page.getByText('1 product', { exact: true }).waitFor();
    await openFilters(page);
    await page.getByLabel('Show').selectOption('Archived');
    await page.getByRole('row', { name: /Rye Bread Archived/ }).waitFor();

    await goTo(page, service.url, `/deliveries/new?copy=${delivery.id}`);
    await page.getByRole('status').filter({ hasText: 'Not copied because archived' }).waitFor();
    const products = page.getByRole('combobox', { name: 'Product' });
    expect(await products.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).toEqual([
      'Oat Milk',
    ]);
    await products.fill('bread');
    await page.getByText('No matches.').waitFor();

    await goTo(page, service.url, `/products/${bread.id}`);
    await press(page.getByRole('main'), 'Restore');
    await page.getByText('Product restored').waitFor();
    await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
    expect(problems).toEqual([]);
  });
});
