import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { openFilters } from './filters.ts';
import { chooseAction, press } from '../support/web/press.ts';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';

/** The number of choices, more than a select list shows. */
const MANY = 40;

const service = useService();

describeInChromium((open) => {
  it('finds a supermarket among many by typing, and selects its only branch', async () => {
    const account = await createSignedIn(service);
    await service.database.pool.query(
      `INSERT INTO supermarkets (account_id, name, contact_email)
       SELECT $1, 'Market ' || n, 'buying@market.example' FROM generate_series(1, $2::int) AS n`,
      [account.id, MANY],
    );
    await createSupermarket(account, {
      name: 'Oakfield',
      branches: [{ name: 'Oakfield West', address: '5 Mill Lane' }],
    });
    await using visit = await open(`${service.url}/settings/deliveries/new`, account);
    const { page, problems } = visit;
    const supermarket = page.getByRole('combobox', { name: 'Supermarket' });
    await supermarket.and(page.locator('input')).click();
    await page.getByText(`20 of ${MANY + 1} shown`).waitFor();
    await supermarket.and(page.locator('input')).pressSequentially('kfiel');
    await page.getByRole('option', { name: 'Oakfield' }).waitFor();
    expect(await page.getByRole('option').filter({ visible: true }).count()).toBe(1);
    await page.keyboard.press('Enter');
    expect(await supermarket.inputValue()).toBe('Oakfield');
    await page.getByText('5 Mill Lane', { exact: true }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Branch' }).inputValue()).toBe('Oakfield West');

    await goTo(page, service.url, '/deliveries');
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    await goTo(page, service.url, '/supermarkets');
    await page.getByText(`${MANY + 1} supermarkets`).waitFor();
    await page.getByLabel('Search').fill('17 market');
    await page.getByRole('link', { name: 'Market 17' }).click();
    await page.getByRole('heading', { level: 1, name: 'Market 17' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('keeps the name of the supermarket in the filter', async () => {
    const account = await createSignedIn(service);
    const { id, name, branches } = await createSupermarket(account);
    await createDelivery(account, { supermarket_id: id, subchain_id: branches[0].id });
    await service.database.pool.query(
      `INSERT INTO supermarkets (account_id, name, contact_email)
       SELECT $1, 'A ' || n, 'buying@market.example' FROM generate_series(1, $2::int) AS n`,
      [account.id, MANY],
    );
    await using visit = await open(`${service.url}/settings/deliveries?supermarketId=${id}`, account);
    const { page, problems } = visit;
    const supermarket = page.getByRole('combobox', { name: 'Supermarket' });
    await page.getByRole('button', { name: `Remove filter Supermarket: ${name}` }).waitFor();
    await openFilters(page);
    await expect.poll(() => supermarket.inputValue()).toBe(name);
    await page.getByText('1 delivery', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);
    await supermarket.fill('');
    await supermarket.blur();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(problems).toEqual([]);
  });

  it('finds a delivery by its number, and duplicates it', async () => {
    const account = await createSignedIn(service);
    const product = await createProduct(account, { name: 'Rye Bread' });
    const { id } = await createDelivery(account, {
      products: [{ product_id: product.id, quantity: 7 }],
      notes: 'Ring at the gate',
    });
    await createDelivery(account);
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page, problems } = visit;
    await page.getByText('2 deliveries', { exact: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const found = page.getByRole('dialog').getByRole('option');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type('RYE bread');
    await expect.poll(() => found.allInnerTexts()).toHaveLength(2);
    expect(await violationsOf(page, 'dialog')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Rye Bread' }).waitFor();
    await page.goBack();
    // Also what is typed before the palette has loaded.
    await page.route('**/palette-*.js', async (route) => {
      await setTimeout(500);
      await route.continue();
    });
    await page.reload();
    await page.getByText('2 deliveries', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rye bread');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Delivery #${id}` }).waitFor();
    await page.goBack();
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'New delivery' }).waitFor();
    const first = page.getByRole('combobox', { name: 'Supermarket' });
    await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.goBack();
    await page.getByText('2 deliveries', { exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(`n? /#${id}`);
    expect(await page.getByLabel('Search').inputValue()).toBe(`n? /#${id}`);
    await page.getByLabel('Search').fill(` #${id}`);
    await page.getByText('1 delivery', { exact: true }).waitFor();
    await page.getByRole('link', { name: `#${id}`, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `Delivery #${id}` }).waitFor();
    await chooseAction(page, 'Duplicate');
    await page.getByRole('heading', { level: 1, name: 'New delivery' }).waitFor();
    await page.getByText('Delivery window').waitFor();
    expect(await page.getByRole('combobox', { name: 'Product' }).inputValue()).toBe('Rye Bread');
    await page.getByLabel('Delivery date').fill(inDays(3));
    await press(page, 'Create delivery');
    await page.getByRole('heading', { level: 1, name: /^Delivery #/ }).waitFor();
    const { rows } = await service.database.pool.query(
      `SELECT branch_id, notes, item.product_id, item.quantity FROM deliveries d
       JOIN delivery_items item ON item.account_id = d.account_id AND delivery_id = d.id
       WHERE d.account_id = $1 AND notes IS NOT NULL`,
      [account.id],
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
    expect(rows[0]).toMatchObject({ notes: 'Ring at the gate', quantity: 7 });
    expect(problems).toEqual([]);
  });

  it('opens a delivery that is clicked while a search is typed', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account);
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page, problems } = visit;
    const link = page.getByRole('link', { name: `#${id}`, exact: true });
    await link.waitFor();
    await page.getByLabel('Search').fill(`#${id}`);
    await link.click();
    await page.getByRole('heading', { level: 1, name: `Delivery #${id}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/settings/deliveries/${id}`);
    expect(problems).toEqual([]);
  });
});
