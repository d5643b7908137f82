import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createDelivery, createProduct } from '../support/records/records.ts';
import type { TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';

/** When Ctrl K is pressed after the document has loaded. The first moments have the most changes. */
const DELAYS_MS = [0, 5, 10, 20, 30, 45, 60, 80, 100, 130, 160, 200, 250, 320, 400, 600, 900];

const service = useService();
const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const options = (page: Page) => page.getByRole('dialog').getByRole('option');

async function find(page: Page, text: number | string): Promise<string[]> {
  await field(page).fill(String(text));
  await page
    .getByRole('status')
    .filter({ hasText: /result|No matches/ })
    .waitFor();
  return options(page).allInnerTexts();
}

/** Opens the palette on a page that has loaded. */
async function openPalette(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}

async function referTo(account: TestAccount, id: number, reference: string): Promise<void> {
  await service.database.pool.query(
    `UPDATE deliveries SET reference = $3 WHERE account_id = $1 AND id = $2`,
    [account.id, id, reference],
  );
}

describeInChromium((open) => {
  it.each([60, 120])('keeps each key from the first on, at %i ms a key', async (pace) => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page, problems } = visit;
    await page.getByRole('heading', { level: 1 }).waitFor();
    const delays = pace === 60 ? DELAYS_MS : DELAYS_MS.filter((_, at) => at % 4 === 0);
    for (const delay of delays) {
      await page.reload({ waitUntil: 'domcontentloaded' });
      await setTimeout(delay);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('n? rye', { delay: pace });
      await field(page).waitFor();
      await expect.poll(async () => [delay, await field(page).inputValue()]).toEqual([delay, 'n? rye']);
    }
    expect(problems).toEqual([]);
  });

  it('goes to what was typed and entered before it arrived', async () => {
    const account = await createSignedIn(service);
    await createProduct(account, { name: 'Rye Bread' });
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page, problems } = visit;
    const { promise: isTyped, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/palette-*.js', (route) => isTyped.then(() => route.continue()));
    await page.reload();
    await page.getByRole('button', { name: 'Find' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rye');
    await page.keyboard.press('Enter');
    release();
    await page.getByRole('heading', { level: 1, name: 'Rye Bread' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('lists the record with exactly the number first, then references, GTINs and the rest', async () => {
    const account = await createSignedIn(service);
    const product = await createProduct(account, { name: 'Rye Bread', gtin: '4006381333931' });
    const first = await createDelivery(account);
    for (let count = 0; count < 6; count++)
      await createDelivery(account, { notes: `Like ${first.id} of ${first.id}000` });
    const referred = await createDelivery(account);
    await referTo(account, referred.id, 'PO-2026-7');
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page, problems } = visit;
    await openPalette(page);
    expect(await find(page, `${first.id}000`)).toHaveLength(6);
    await page.getByRole('status').getByText('5 results').waitFor();
    await page.getByRole('option', { name: 'Show all deliveries' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('words')).toBe(`${first.id}000`);
    await page.getByText('6 deliveries').waitFor();
    await openPalette(page);
    expect((await find(page, first.id))[0]).toContain(`#${first.id} `);
    expect((await find(page, `#${first.id}`))[0]).toContain(`#${first.id} `);
    expect((await find(page, 'po-2026-7'))[0]).toContain(`#${referred.id} `);
    expect((await find(page, product.sequential_id.toLowerCase()))[0]).toContain('Rye Bread');
    expect((await find(page, '4006381333931'))[0]).toContain('Rye Bread');
    expect((await find(page, '0104006381333931'))[0]).toContain('Rye Bread');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Rye Bread' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('finds people and actions, and opens the form of an action', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page, problems } = visit;
    await openPalette(page);
    expect(await find(page, account.email)).toHaveLength(1);
    expect((await find(page, 'import'))[0]).toContain('Import a file');
    expect((await find(page, 'recall'))[0]).toContain('Withdraw a lot');
    expect((await find(page, 'invit'))[0]).toContain('Invite person');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /Invite/ }).waitFor();
    await page.keyboard.press('Escape');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toContain('Invite');
    await openPalette(page);
    for (const words of ['log out', 'signing out', 'sign out']) {
      expect((await find(page, words))[0]).toContain('Sign out');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('says that nothing matches only when the search succeeded', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page } = visit;
    await openPalette(page);
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('FindRecords') ? route.abort() : route.continue(),
    );
    await field(page).fill('nowhere');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await page.getByText('No matches.').count()).toBe(0);
    await page.unroute('**/graphql');
    await find(page, 'nowhere at all');
    await page.getByText('No matches.').waitFor();
  });

  it('finds a product of an order by its GTIN and by a scanned barcode', async () => {
    const account = await createSignedIn(service);
    await createProduct(account, { name: 'Apple Tart' });
    await createProduct(account, { name: 'Rye Bread', gtin: '4006381333931' });
    await using visit = await open(`${service.url}/settings/deliveries/new`, account);
    const { page, problems } = visit;
    const product = page.getByRole('combobox', { name: 'Product' });
    for (const code of ['4006381333931', '(01)04006381333931(10)L4711']) {
      await product.fill('');
      await product.pressSequentially(code, { delay: 5 });
      await page.keyboard.press('Enter');
      await expect.poll(() => product.inputValue()).toBe('Rye Bread');
    }
    expect(problems).toEqual([]);
  });
});
