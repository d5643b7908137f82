import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createDelivery, createProduct, createSupermarket } from '../support/records/records.ts';
import type { TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { choose } from '../support/web/press.ts';

/** The pace of a clerk who does not look at the screen, and a search as slow as over 3G. */
const KEY_MS = 60;
const SEARCH_MS = 1_500;

const NAMES = ['Apple Tart', 'Barley Roll', 'Carrot Cake', 'Date Bar', 'Elder Jam'];

const service = useService();

describeInChromium((open) => {
  it('stores each of five lines that are typed faster than their products are found', async () => {
    const account = await createSignedIn(service);
    const { id } = await withProducts(account);
    await using visit = await open(`${service.url}/settings/deliveries/new?supermarketId=${id}`, account);
    const { page, problems } = visit;
    await choose(page, 'Branch', 'Harbour');
    await slowSearches(page);
    await product(page, 0).focus();
    for (const [line, name] of NAMES.entries()) {
      await type(page, name.split(' ')[0]!.toLowerCase());
      await type(page, String(line + 11));
    }
    // Enter in the line that stays empty creates the delivery, also before the last product is found.
    await page.keyboard.press('Enter');
    await heading(page, /^Delivery #\d+$/);
    expect(await stored(account)).toEqual([NAMES.map((name, line) => ({ name, quantity: line + 11 }))]);
    expect(problems).toEqual([]);
  }, 180_000);

  it('never keeps the old product under a new quantity in a change', async () => {
    const account = await createSignedIn(service);
    const { products } = await withProducts(account);
    const { id } = await createDelivery(account, {
      products: products.map((each) => ({ product_id: each.id, quantity: 3 })),
    });
    await using visit = await open(`${service.url}/settings/deliveries/${id}/change`, account);
    const { page, problems } = visit;
    await product(page, 4).waitFor();
    await slowSearches(page);
    await product(page, 0).focus();
    await product(page, 0).selectText();
    const turned = NAMES.toReversed();
    for (const [line, name] of turned.entries()) {
      await type(page, name.split(' ')[0]!.toLowerCase());
      await type(page, String(line + 21));
    }
    await page.keyboard.press('Enter');
    await heading(page, new RegExp(`^Delivery #(?!${id}$)\\d+$`));
    const [, changed] = await stored(account);
    expect(changed).toEqual(turned.map((name, line) => ({ name, quantity: line + 21 })));
    expect(problems).toEqual([]);
  }, 180_000);

  it('keeps text that is no product as an error of its line, and sends nothing', async () => {
    const account = await createSignedIn(service);
    const { id, products } = await withProducts(account);
    const before = await createDelivery(account, {
      products: products.map((each) => ({ product_id: each.id, quantity: 3 })),
    });
    await using visit = await open(`${service.url}/settings/deliveries/new?supermarketId=${id}`, account);
    const { page, problems } = visit;
    await choose(page, 'Branch', 'Harbour');
    await slowSearches(page);
    await product(page, 0).focus();
    await type(page, 'apple');
    await type(page, '5');
    await type(page, 'zucchini');
    await type(page, '7');
    await page.keyboard.press('Enter');
    const error = page.getByText('“zucchini” is not an option. Select one from the list.');
    await error.and(page.locator('p')).waitFor();
    expect(await product(page, 0).inputValue()).toBe('Apple Tart');
    expect(await product(page, 1).inputValue()).toBe('zucchini');
    await expect
      .poll(() => product(page, 1).evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(await stored(account)).toHaveLength(1);

    // The same in a change, with a field that is left by the mouse or emptied.
    await page.goto(`${service.url}/settings/deliveries/${before.id}/change`);
    await product(page, 4).waitFor();
    await product(page, 2).fill('a');
    await page.getByLabel('Notes').click();
    await page.getByText('“a” is not an option. Select one from the list.').and(page.locator('p')).waitFor();
    await product(page, 3).fill('');
    await page.getByLabel('Notes').click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Select an option from the list.').waitFor();
    expect(await product(page, 2).inputValue()).toBe('a');
    expect(await product(page, 3).inputValue()).toBe('');
    expect(await stored(account)).toHaveLength(1);
    expect(problems).toEqual([]);
  }, 180_000);

  it('says that the quantity counts the unit when the barcode of a case is scanned, and takes its count', async () => {
    const account = await createSignedIn(service);
    const codes = { gtin: '4012345100082', case_gtin: '14012345100089', units_per_case: 12 };
    await createProduct(account, { name: 'Apple Tart', ...codes });
    await using visit = await open(`${service.url}/settings/deliveries/new`, account);
    const { page, problems } = visit;
    const hint = page.getByText('The barcode of a case of 12. The quantity counts pieces.');
    await product(page, 0).focus();
    await page.keyboard.type('0114012345100089');
    await page.keyboard.press('Enter');
    await hint.waitFor();
    expect(await product(page, 0).inputValue()).toBe('Apple Tart');
    await product(page, 0).fill('4012345100082');
    await product(page, 0).press('Enter');
    await hint.waitFor({ state: 'detached' });
    await expect.poll(() => product(page, 0).inputValue()).toBe('Apple Tart');
    const quantity = page.getByLabel('Quantity').first();
    expect(await quantity.inputValue()).toBe('');
    await product(page, 0).fill('0034012345000000001702140123451000893710');
    await product(page, 0).press('Enter');
    await hint.waitFor();
    expect(await quantity.inputValue()).toBe('120');
    // What was typed stays.
    await quantity.fill('7');
    await product(page, 0).fill(']C102040123451000823710');
    await product(page, 0).press('Enter');
    await hint.waitFor({ state: 'detached' });
    expect(await quantity.inputValue()).toBe('7');
    expect(problems).toEqual([]);
  }, 120_000);

  it('finds a supermarket and its branch behind the next keys, and keeps what is none', async () => {
    const account = await createSignedIn(service);
    await account.database.pool.query(
      `INSERT INTO supermarkets (account_id, name, contact_email)
       SELECT $1, 'Market ' || n, 'buying@market.example' FROM generate_series(1, 40) AS n`,
      [account.id],
    );
    await createSupermarket(account, { name: 'Oakfield' });
    await using visit = await open(`${service.url}/settings/deliveries/new`, account);
    const { page, problems } = visit;
    const supermarket = page.getByRole('combobox', { name: 'Supermarket' }).and(page.locator('input'));
    await supermarket.waitFor();
    await slowSearches(page);
    await supermarket.focus();
    await page.keyboard.type('kfiel', { delay: KEY_MS });
    await page.keyboard.press('Tab');
    await expect.poll(() => supermarket.inputValue()).toBe('Oakfield');
    await supermarket.fill('nowhere');
    await page.keyboard.press('Tab');
    await page.getByText('“nowhere” is not an option. Select one from the list.').first().waitFor();
    expect(await supermarket.inputValue()).toBe('nowhere');
    // The branch can be typed before the supermarket is found.
    await supermarket.fill('kfiel');
    await page.keyboard.press('Enter');
    await page.keyboard.type('har', { delay: KEY_MS });
    await page.keyboard.press('Enter');
    const branch = page.getByRole('combobox', { name: 'Branch' });
    await expect.poll(() => branch.inputValue()).toBe('Harbour');
    expect(await product(page, 0).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  }, 120_000);
});

/** Creates a supermarket, and products whose first words differ. */
async function withProducts(account: TestAccount) {
  const { id } = await createSupermarket(account);
  const products = [];
  for (const name of NAMES) products.push(await createProduct(account, { name }));
  return { id: id as string, products };
}

function product(page: Page, line: number) {
  return page.getByRole('combobox', { name: 'Product' }).nth(line);
}

/** Types into the field that has the focus, and presses Enter, whatever the page does meanwhile. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: KEY_MS });
  await page.keyboard.press('Enter', { delay: KEY_MS });
}

/** Delays the searches of comboboxes from now on. */
async function slowSearches(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (/query Find(Products|Supermarkets)/.test(route.request().postData() ?? ''))
      await setTimeout(SEARCH_MS);
    await route.continue();
  });
}

/** Returns the lines of each delivery, in their order. */
async function stored(account: TestAccount) {
  const { rows } = await account.database.pool.query<{ lines: { name: string; quantity: number }[] }>(
    `SELECT json_agg(json_build_object('name', name, 'quantity', quantity) ORDER BY position) AS lines
     FROM delivery_items WHERE account_id = $1 GROUP BY delivery_id ORDER BY delivery_id`,
    [account.id],
  );
  return rows.map(({ lines }) => lines);
}
