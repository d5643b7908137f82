import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { openFilters } from './filters.ts';
import { choose, press, pressTwice } from '../support/web/press.ts';
import { createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';

const service = useService();

async function rowOf(sql: string, values: unknown[]): Promise<Record<string, unknown>> {
  const { rows } = await service.database.pool.query<Record<string, unknown>>(sql, values);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

describeInChromium((open) => {
  it('creates and moves a delivery', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page, problems } = visit;
    await page.getByText('No deliveries yet').waitFor();
    await page.getByRole('link', { name: 'Import a file' }).waitFor();
    expect(await page.getByText('curl').count()).toBe(0);

    await page.getByRole('link', { name: 'Supermarkets' }).click();
    await page.getByRole('link', { name: 'Add a supermarket' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Oakfield Stores');
    await page.getByLabel('Contact e-mail').fill('buying@oakfield.example');
    await page.getByRole('textbox', { name: 'Branch name' }).fill('Oakfield West');
    await page.getByLabel('Address').fill('5 Mill Lane');
    await page.getByLabel('From').fill('06:00');
    await page.getByLabel('To', { exact: true }).fill('10:00');
    await press(page, 'Create supermarket');
    await heading(page, 'Oakfield Stores');
    expect(await page.getByRole('row', { name: /Oakfield West/ }).innerText()).toMatch(
      /5 Mill Lane\s+06:00-10:00/,
    );

    await page.getByRole('link', { name: 'Products' }).click();
    await press(page, 'Add a product');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Rye Bread');
    await dialog.getByLabel('Category').fill('bakery');
    await dialog.getByLabel('Weight (kg)').fill('0.75');
    await dialog.getByLabel('Price (EUR)').fill('3.49');
    await press(dialog, 'Create product');
    await heading(page, 'Rye Bread');
    await page.getByText('P-0001').first().waitFor();

    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('link', { name: 'New delivery' }).click();
    await choose(page, 'Supermarket', 'Oakfield Stores');
    await choose(page, 'Branch', 'Oakfield West');
    await page.getByText('5 Mill Lane · Delivery window 06:00-10:00').waitFor();
    await page.getByLabel('Delivery date').fill(inDays(7));
    await page.getByLabel('Notes').fill('Ring at the gate');
    await chooseProduct(page.getByRole('group', { name: 'Line 1' }), 'Rye Bread');
    await page.getByLabel('Quantity').fill('120');
    await page.getByRole('status').filter({ hasText: '€418.80' }).waitFor();
    await press(page, 'Create delivery');
    await heading(page, /^Delivery #\d+$/);

    const deliveries = `SELECT id, status, total_value::float AS value, notes, delivery_date::text AS date
                        FROM deliveries WHERE account_id = $1`;
    const pending = await rowOf(deliveries, [account.id]);
    expect(pending).toMatchObject({
      status: 'pending',
      value: 418.8,
      notes: 'Ring at the gate',
      date: inDays(7),
    });

    await pressTwice(page, 'Mark as in transit');
    await page.getByText('In transit', { exact: true }).first().waitFor();
    await pressTwice(page, 'Mark as completed');
    await page.getByText('Completed', { exact: true }).first().waitFor();
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /Pending|In transit|Completed/ })
        .count(),
    ).toBe(3);
    expect(await rowOf(deliveries, [account.id])).toMatchObject({ status: 'completed' });

    await press(page, 'Record return');
    await dialog.getByText('Up to 120 can be returned').waitFor();
    await dialog.getByLabel('Quantity').fill('121');
    await dialog.getByLabel('Reason').selectOption('damaged');
    await dialog.getByLabel('Description').fill('Crushed in transport');
    await press(dialog, 'Record return');
    await dialog.getByText('Exceeds what can still be returned: 120.').waitFor();
    await expect
      .poll(() => dialog.getByLabel('Quantity').evaluate((it) => it === document.activeElement))
      .toBe(true);
    await dialog.getByLabel('Quantity').fill('4');
    await press(dialog, 'Record return');
    await page.getByText('Return recorded, €13.96 credited').waitFor();
    await page.getByRole('link', { name: /Rye Bread #\d+ · damaged/ }).click();
    await heading(page, /^Return #\d+$/);
    await page.getByText('4 of 120 delivered').waitFor();
    expect(
      await rowOf(
        `SELECT quantity, credit_amount::float AS credit, description FROM returns WHERE account_id = $1`,
        [account.id],
      ),
    ).toEqual({ quantity: 4, credit: 13.96, description: 'Crushed in transport' });
    await page.goto(`${service.url}/settings/performance?from=${inDays(0)}&to=${inDays(7)}`);
    await heading(page, 'Performance');
    await page.getByText('Target 95%, met').waitFor();
    await page.getByText('Target 98%, missed').waitFor();
    expect(await page.getByText('0 of 1', { exact: true }).count()).toBeGreaterThan(0);
    const missed = page.getByRole('row', { name: /4 units missing/ });
    await missed.getByRole('link').click();
    await heading(page, /^Delivery #\d+$/);
    expect(problems).toEqual([]);
  }, 180_000);

  it('shows an error at its line', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSupermarket(account);
    const { name } = await createProduct(account);
    await using visit = await open(`${service.url}/settings/deliveries/new?supermarketId=${id}`, account);
    const { page, problems } = visit;
    const line = (number: number) => page.getByRole('group', { name: `Line ${number}` });
    await choose(page, 'Branch', 'Harbour');
    await chooseProduct(line(1), name);
    await line(1).getByLabel('Quantity').fill('2');
    await press(page, 'Add product');
    await press(page, 'Create delivery');
    // The browser reports these two at the line before anything is sent.
    await expect.poll(() => line(2).locator('[aria-invalid=true]').count()).toBe(2);
    await chooseProduct(line(2), name);
    await line(2).getByLabel('Quantity').fill('1000001');
    await press(page, 'Create delivery');
    await line(2).getByText('Quantity must be 1,000,000 or less.').waitFor();
    await line(2).getByText('Product appears more than once.').waitFor();
    expect(await line(1).locator('[aria-invalid=true]').count()).toBe(0);
    await press(page, 'Remove line 2');
    await press(page, 'Create delivery');
    await heading(page, /^Delivery #\d+$/);

    const old = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await heading(page, `Change delivery #${old}`);
    await line(1).getByLabel('Quantity').fill('5');
    await press(page, 'Save changes');
    await page.getByText('Delivery changed').waitFor();
    await page.getByText(/^Changed to #\d+ \(this version\)$/).waitFor();
    const sent = await rowOf(
      "SELECT total_quantity, replaces_id FROM deliveries WHERE account_id = $1 AND status = 'pending'",
      [account.id],
    );
    expect(sent).toEqual({ total_quantity: 5, replaces_id: old });
    await page.getByRole('link', { name: `#${old}`, exact: true }).click();
    await page.getByText('This version was replaced').waitFor();
    expect(await page.getByRole('link', { name: 'Change', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Deliveries', exact: true }).first().click();
    await openFilters(page);
    await page.getByLabel('Versions').selectOption('All');
    const replaced = page.getByRole('row', { name: new RegExp(`#${old} `) });
    await replaced.waitFor();
    await page.getByLabel('Versions').selectOption('Current');
    await expect.poll(() => replaced.count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

/** Types a part of a product's name into a line, and chooses it. */
async function chooseProduct(line: Locator, name: string): Promise<void> {
  await line.getByRole('combobox', { name: 'Product' }).pressSequentially(name);
  await line.getByRole('option', { name }).click();
}
