import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { countOf } from '../support/database/tables.ts';
import { storeFile } from '../support/records/importing.ts';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, settle } from '../support/service/settings.ts';
import { COLOURS, overflowOf, violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const service = useService({ worker: {} });

const WRONG = `Thing;name;weight;price;category
A-1;Rye Bread;half;3,49;bakery
A-2;Oat Loaf;1,5;4;bakery
`;

async function send(page: Page, text: string, records = 'products'): Promise<void> {
  const file = { name: 'catalogue.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await press(page, 'Preview');
  await page.getByRole('heading', { level: 1, name: `Import ${records}` }).waitFor();
  await settle(page);
}

/** Returns a date as the page shows it. */
function shownDay(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
}

/** Returns what axe finds, and by how much the page is too wide. */
async function faultsOf(page: Page): Promise<(string | number)[]> {
  return [...(await violationsOf(page, 'main', { except: COLOURS })), await overflowOf(page)];
}

describeInChromium((open) => {
  it('folds the form above the list while there are imports, and unfolds it for a press or a dropped file', async () => {
    const account = await createSignedIn(service);
    await storeFile(account, 'colour');
    const viewport = { width: 1280, height: 800 };
    await using visit = await open(`${service.url}/settings/imports`, { ...account, viewport });
    const { page, problems } = visit;
    const file = page.getByLabel('File', { exact: true });
    const isFocused = () => file.evaluate((it) => it === document.activeElement);
    await press(page, 'Import a file');
    await expect.poll(isFocused).toBe(true);
    await goTo(page, service.url, '/imports');
    await page.getByRole('button', { name: 'Import a file' }).waitFor();
    expect(await file.isVisible()).toBe(false);
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['name;price'], 'catalogue.csv'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await expect.poll(isFocused).toBe(true);
    expect(await file.evaluate((it: HTMLInputElement) => it.files![0]!.name)).toBe('catalogue.csv');
    await goTo(page, service.url, '/imports?kind=products');
    await file.waitFor();
    expect(await page.locator('h1').evaluate((it) => it === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });

  it('previews a file, assigns its columns, and imports it', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page, problems } = visit;
    await settle(page);
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByText('No imports in the last 7 days').waitFor();
    await press(page, 'Preview');
    await expect
      .poll(() => page.getByLabel('File', { exact: true }).getAttribute('aria-invalid'))
      .toBe('true');
    await send(page, WRONG);

    await page.getByText('No column is assigned to Reference').waitFor();
    expect(await page.locator('h1').evaluate((it) => it === document.activeElement)).toBe(true);
    await page.getByLabel('Field of Thing').selectOption('Reference');
    await press(page, 'Update preview');
    await page.getByText('1 product cannot be imported, so nothing will be').waitFor();
    expect(await page.getByLabel('Field of Thing').inputValue()).toBe('reference');
    await page.getByRole('row', { name: 'Row 2 weight half Must be a number.' }).waitFor();
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(await readFile(await csv.path(), 'utf8')).toContain('2,"weight","half","must be a number"');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the file with reasons' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain('"weight must be a number"');

    await page.getByRole('link', { name: 'Choose a file' }).click();
    // Remembered, although the first file was not started.
    await send(page, WRONG.replace('half', '0,75'));
    await page.getByText('Remembered from an earlier file').waitFor();
    const run = page.getByRole('button', { name: 'Create 2 products' });
    await run.waitFor();
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await faultsOf(page)).toEqual([0]);
    expect(await countOf(account, 'products')).toBe(0);
    await page.keyboard.press('Tab');
    await run.press('Enter');
    await page.getByText('2 products created').waitFor();
    expect(await countOf(account, 'products')).toBe(2);

    await page.getByRole('link', { name: 'Imports' }).first().click();
    const imported = page.getByRole('row').filter({ hasText: 'Imported' });
    await imported.getByText('Web page').waitFor();
    expect(problems).toEqual([]);
  });

  it('asks what a file leaves open, reads it differently, and shows values', async () => {
    const account = await createSignedIn(service);
    await createProduct(account, { reference: 'A-1', price: 1 });
    await using visit = await open(`${service.url}/settings/imports?kind=products`, account);
    const { page, problems } = visit;
    await send(page, 'Title\n\nreference;price;colour\nA-1;1.250;red\n');
    await page.getByText('"1.250" in row 4 of "price" can be 1.25 or 1250').waitFor();
    // The service keeps the file: the page can be left.
    await page.reload();
    await press(page, 'A comma stands before decimals');
    await page.getByRole('row', { name: 'Row 4 A-1 Price 1 1250' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Large changes' }).waitFor();
    await page.getByRole('button', { name: 'Change 1 product' }).waitFor();
    await press(page, 'Change');
    await page.getByLabel('Sign before decimals').selectOption('Point');
    await press(page, 'Read again');
    await page.getByRole('row', { name: 'Row 4 A-1 Price 1 1.25' }).waitFor();
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await faultsOf(page)).toEqual([0]);
    expect(problems).toEqual([]);
  });

  it('revises orders that differ, if someone says so', async () => {
    const account = await createSignedIn(service);
    const { delivery_date: before } = await createDelivery(account, { reference: 'D-1' });
    const after = inDays(20);
    await using visit = await open(`${service.url}/settings/imports?kind=deliveries`, account);
    const { page, problems } = visit;
    await send(page, `reference,delivery_date\nD-1,${after}\n`, 'deliveries');
    await page.getByText('1 delivery exist with other content').waitFor();
    await page.getByRole('heading', { name: 'Differences' }).waitFor();
    await page
      .getByRole('row', { name: `Row 2 D-1 Delivery date ${shownDay(before)} ${shownDay(after)}` })
      .waitFor();
    await press(page, 'Revise pending ones');
    await page.getByRole('heading', { name: 'Revisions' }).waitFor();
    await press(page, 'Change 1 delivery');
    await page.getByText('1 delivery changed').waitFor();
    const { json } = await account.call('GET', '/deliveries?reference=D-1');
    expect(json.data).toMatchObject([{ delivery_date: after }]);
    expect(problems).toEqual([]);
  });

  it('asks whose number of an order a column has that names both', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account);
    const { json } = await account.call('GET', `/deliveries/${id}`);
    const { supermarket_name: market, subchain_name: branch, products } = json.data;
    const rows = (heads: string, values: string) =>
      `Supermarkt;Filiale;Artikel;Menge;Lieferdatum;${heads}\n${market};${branch};${products[0].name};1;${inDays(3)};${values}\n`;
    await using visit = await open(`${service.url}/settings/imports?kind=deliveries`, account);
    const { page, problems } = visit;
    await send(page, rows('Auftragsnummer Kunde', 'A-7'), 'deliveries');
    await page.getByText('"Auftragsnummer Kunde" can be your own number of the order').waitFor();
    await press(page, 'Column F is your own number');
    await press(page, 'Create 1 delivery');
    await page.getByText('1 delivery created').waitFor();
    const created = await account.call('GET', '/deliveries?reference=A-7&view=full');
    expect(created.json.data).toMatchObject([{ reference: 'A-7', order_number: null }]);

    await goTo(page, service.url, '/imports?kind=deliveries');
    const two = 'Lieferschein-Nr.;Bestellnummer;Bestellnummer Kunde';
    await send(page, rows(two, 'A-8;4711;K-9'), 'deliveries');
    await page.getByRole('button', { name: 'Ignore column G' }).waitFor();
    await press(page, 'Column H is the customer’s number');
    await press(page, 'Create 1 delivery');
    await page.getByText('1 delivery created').waitFor();
    const other = await account.call('GET', '/deliveries?reference=A-8&view=full');
    expect(other.json.data).toMatchObject([{ reference: 'A-8', order_number: 'K-9' }]);
    expect(problems).toEqual([]);
  });

  it("offers the supermarket's reference as that of its branch", async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/imports?kind=supermarkets`, account);
    const { page, problems } = visit;
    const header = 'Code;reference;name;contact_email;branch_name;branch_address';
    await send(page, `${header}\n1;M-1;Oak;a@b.example;West;Lane 4\n`, 'supermarkets');
    await page.getByText('No column is assigned to Branch reference').waitFor();
    await press(page, 'Use reference as the reference of the branch, too');
    await page.getByRole('button', { name: 'Create 1 supermarket' }).waitFor();
    expect(problems).toEqual([]);
  });

  it("uses the customer's order number as the reference, and shows the first records in words", async () => {
    const account = await createSignedIn(service);
    const products = ['Feta 200 g', 'Oat Loaf'];
    for (const name of products) await createProduct(account, { name });
    await createSupermarket(account, { branches: [{ name: 'West', address: 'Lane 4' }] });
    await using visit = await open(`${service.url}/settings/imports?kind=deliveries`, account);
    const { page, problems } = visit;
    const day = inDays(9);
    const rows = products.map((name) => `K-1,${day},West,${name},24`);
    const file = ['order_number,delivery_date,branch,product,quantity', ...rows, ''].join('\n');
    await send(page, file, 'deliveries');
    await page.getByText('No column is assigned to Reference').waitFor();
    await press(page, 'Use order_number as the reference, too');
    await page.getByRole('button', { name: 'Create 1 delivery' }).waitFor();
    const first = page.getByRole('table', { name: 'First records' }).getByRole('row').last();
    await first.getByText('24 × Feta 200 g, 24 × Oat Loaf').waitFor();
    await first.getByText(shownDay(day)).waitFor();
    await press(page, 'Create 1 delivery');
    await page.getByText('1 delivery created').waitFor();
    const { json } = await account.call('GET', '/deliveries?reference=K-1&view=full');
    expect(json.data).toMatchObject([{ reference: 'K-1', order_number: 'K-1' }]);
    expect(problems).toEqual([]);
  });

  it('shows the progress of an import, and cancels it', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/imports?kind=products`, account);
    const { page, problems } = visit;
    await send(page, WRONG.replace('half', '0,75').replace('Thing', 'reference'));
    await page.getByRole('button', { name: 'Create 2 products' }).waitFor();
    // Far in the future, so that the worker leaves it.
    await service.database.pool.query(
      `UPDATE imports SET status = 'running', started_at = now(), heartbeat_at = 'infinity', done = 1
       WHERE account_id = $1`,
      [account.id],
    );
    await goTo(page, service.url, new URL(page.url()).pathname.replace('/settings', ''));
    await page.getByText('1 of 2').waitFor();
    expect(await faultsOf(page)).toEqual([0]);
    await service.database.pool.query('UPDATE imports SET done = 2 WHERE account_id = $1', [account.id]);
    await page.getByText('2 of 2').waitFor();
    await press(page, 'Cancel import');
    await press(page.getByRole('dialog'), 'Cancel import');
    await page.getByText('Cancelled. Nothing was imported').waitFor();
    expect(await page.locator('h1').evaluate((it) => it === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });
});
