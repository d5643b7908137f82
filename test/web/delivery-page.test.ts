import { expect, it } from 'vitest';
import { lotsOf } from '../support/records/lots.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSentDelivery,
  inDays,
} from '../support/records/records.ts';
import { addVersions, pending, reviseByKey } from '../support/records/versions.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { overflowOf, violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { effortOf } from './effort.ts';
import { press, pressTwice } from '../support/web/press.ts';

const GTINS = ['4012345100013', '4012345100020'] as const;
const scanOf = (gtin: string, lot: string) => `01${gtin.padStart(14, '0')}1727122010${lot}`;

const service = useService();

describeInChromium((open) => {
  it('shows products first with their sums net of returns, and how far the delivery is', async () => {
    const account = await createSignedIn(service);
    const product = await createProduct(account, { name: 'Rye Bread', weight: 0.5, price: 2 });
    const { id } = await createSentDelivery(account, {
      products: [{ product_id: product.id, quantity: 10 }],
    });
    await createReturn(account, { delivery_id: id, product_id: product.id, quantity: 4 });
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page, problems } = visit;
    const line = page.getByRole('table', { name: 'Products of the delivery' }).getByRole('row').nth(1);
    await line.waitFor();
    expect((await line.innerText()).split(/\s*\t\s*|\n+/)).toEqual([
      'Rye Bread',
      '10',
      '4',
      '5 kg',
      '€2.00',
      '€20.00',
      'Lots',
    ]);
    const sums = await page.locator('dl').first().innerText();
    expect(sums.split('\n').filter(Boolean)).toEqual([
      'Units',
      '10',
      'Weight',
      '5 kg',
      'Value',
      '€20.00',
      'Net of returns',
      '€12.00 · 6 units',
    ]);
    const progress = page.getByRole('group', { name: 'Progress' });
    expect(await progress.locator('[aria-current=step]').innerText()).toMatch(/^In transit/);
    expect(await progress.getByText('Completed', { exact: true }).count()).toBe(0);
    const top = async (name: string) =>
      (await page.getByRole('heading', { name, exact: true }).boundingBox())!;
    const [products, details, history] = [await top('Products'), await top('Details'), await top('History')];
    expect(products.y).toBeLessThan(history.y);
    expect(details.x).toBeGreaterThan(products.x);
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await overflowOf(page)).toBe(0);
    expect(problems).toEqual([]);
  });

  it('shows who changed it, also without a new version, in the history of all its versions', async () => {
    const account = await createSignedIn(service);
    const { id } = await pending(account);
    await reviseByKey(account, id, { notes: 'Gate 4', reference: 'D-2' });
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page, problems } = visit;
    const moments = () =>
      page.getByRole('listitem').filter({ hasText: / by / }).locator('> span:first-child').allInnerTexts();
    const changed = expect.stringMatching(/^Notes, your number changed by \S/);
    await expect.poll(moments).toEqual([expect.stringMatching(/^Pending by/), changed]);
    const second = await reviseByKey(account, id, { deliveryDate: inDays(9) });
    await page.goto(`${service.url}/settings/deliveries/${second}`);
    await expect
      .poll(moments)
      .toEqual([expect.stringMatching(/^Created as/), changed, expect.stringMatching(/^Changed to/)]);
    expect(problems).toEqual([]);
  });

  it('shows the current version of a delivery with many, and where the others are', async () => {
    const account = await createSignedIn(service);
    const { id } = await pending(account);
    const ids = await addVersions(account, id, 130);
    await using visit = await open(`${service.url}/settings/deliveries/${ids[1]}`, account);
    const { page, problems } = visit;
    await page.getByText('Newest 50 of 131 versions').waitFor();
    const moments = page.getByRole('listitem').filter({ hasText: /#\d+|Completed/ });
    const texts = await moments.locator('> span:first-child').allInnerTexts();
    expect(texts[0]).toMatch(`Created as #${id}`);
    expect(texts[1]).toMatch(`Changed to #${ids[1]} (this version)`);
    expect(texts[2]).toMatch(`Changed to #${ids[81]}`);
    expect(texts.at(-2)).toMatch(`Changed to #${ids[130]}`);
    expect(texts.at(-1)).toBe('Completed');
    await page.getByRole('link', { name: 'View all versions' }).click();
    await page.getByText('131 deliveries').waitFor();
    expect(problems).toEqual([]);
  });

  it('goes on with the newest version, however many were made while the form was open', async () => {
    const account = await createSignedIn(service);
    const { id } = await pending(account);
    await using visit = await open(`${service.url}/settings/deliveries/${id}/change`, account);
    const { page, problems } = visit;
    await page.getByLabel('Notes').fill('Gate 4');
    const ids = await addVersions(account, id, 30);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(`#${ids.at(-1)} is completed`).waitFor();
    expect(problems).toEqual([]);
  });

  it('shows older changes of a version and older corrections of its lots', async () => {
    const account = await createSignedIn(service);
    const { id, products } = await createSentDelivery(account);
    await service.database.pool.query(
      `INSERT INTO delivery_changes (account_id, delivery_id, changed_at, fields)
       SELECT $1, $2, now() - n * interval '1 hour', ARRAY['notes'] FROM generate_series(60, 1, -1) AS n`,
      [account.id, id],
    );
    await service.database.pool.query(
      `INSERT INTO lot_corrections (account_id, delivery_id, product_id, corrected_at, reason, lots_before, lots_after)
       SELECT $1, $2, $3, now() - n * interval '1 minute', 'Mistyped', '[]', '[]' FROM generate_series(110, 1, -1) AS n`,
      [account.id, id, products[0].product_id],
    );
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page, problems } = visit;
    const older = page.getByRole('button', { name: 'Show older' });
    await page.getByText('Newest 50 of 60 changes').waitFor();
    await page.getByText('Newest 100 of 110 lot corrections').waitFor();
    await older.first().click();
    await expect.poll(() => page.getByText('Notes changed').count()).toBe(60);
    await older.click();
    await expect.poll(() => page.getByText('Reason: Mistyped').count()).toBe(110);
    expect(await older.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('enters the lots of all lines by scanner and keyboard', async () => {
    const account = await createSignedIn(service);
    const products = [];
    for (const [index, gtin] of GTINS.entries()) {
      products.push(await createProduct(account, { name: ['Rye', 'Oat'][index]!, gtin }));
    }
    const { id } = await createDelivery(account, {
      products: products.map((product) => ({ product_id: product.id, quantity: 10 })),
    });
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog', { name: 'Lots of all products' });
    const effort = await effortOf(page, async () => {
      await press(page, 'Enter lots');
      await dialog.waitFor();
      await page.keyboard.type(scanOf(GTINS[1], 'OAT1'));
      await page.keyboard.press('Enter');
      await dialog.getByText('Oat: lot OAT1 entered.').waitFor();
      await page.keyboard.type(scanOf('4012345100037', 'X'));
      await page.keyboard.press('Enter');
      await dialog.getByText('No product of this delivery has the GTIN 04012345100037.').waitFor();
      await page.keyboard.type(scanOf(GTINS[1], 'OAT1'));
      // Some scanners end with Tab.
      await page.keyboard.press('Tab');
      await dialog.getByText('Lot OAT1 of Oat is entered already.').waitFor();
      expect(await violationsOf(page, 'dialog[open]')).toEqual([]);
      // From the scan to the first line, whose lot is typed.
      await page.keyboard.press('Tab');
      await page.keyboard.type('RYE1');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(
        'lines[0].lots[0].quantity',
      );
      await dialog.getByRole('button', { name: 'Save lots' }).press('Enter');
      await page.getByText('Lots of 2 products saved').waitFor();
    });
    expect(effort.clicks).toBe(1);
    expect(await lotsOf(account, id)).toMatchObject([
      [{ lot: 'RYE1', quantity: 10 }],
      [{ lot: 'OAT1', useBy: '2027-12-20', quantity: 10 }],
    ]);
    expect(problems).toEqual([]);
  });

  it('says which lines were refused, and saves the others', async () => {
    const account = await createSignedIn(service);
    const products = [
      await createProduct(account, { name: 'Rye' }),
      await createProduct(account, { name: 'Oat' }),
    ];
    const { id } = await createDelivery(account, {
      products: products.map((product) => ({ product_id: product.id, quantity: 10 })),
    });
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page, problems } = visit;
    await press(page, 'Enter lots');
    const dialog = page.getByRole('dialog', { name: 'Lots of all products' });
    await dialog.getByLabel('Lot', { exact: true }).nth(0).fill('RYE1');
    await dialog.getByLabel('Lot', { exact: true }).nth(1).fill('OAT1');
    await dialog.getByLabel('Quantity').nth(1).fill('11');
    await press(dialog, 'Save lots');
    await dialog.getByText(/^Lots must not exceed the quantity of the line/).waitFor();
    const [rye, oat] = await lotsOf(account, id);
    expect([rye, oat]).toMatchObject([[{ lot: 'RYE1' }], []]);
    await dialog.getByLabel('Quantity').nth(1).fill('10');
    await press(dialog, 'Save lots');
    await page.getByText('Lots of 2 products saved').waitFor();
    expect(await lotsOf(account, id)).toMatchObject([[{ lot: 'RYE1' }], [{ lot: 'OAT1' }]]);
    expect(problems).toEqual([]);
  });

  it('opens a delivery beside the list on a large screen, and changes it there', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account);
    await createDelivery(account);
    await using visit = await open(`${service.url}/settings/deliveries`, {
      ...account,
      viewport: { width: 1700, height: 1000 },
    });
    const { page, problems } = visit;
    const panel = page.getByRole('complementary', { name: `Delivery #${id}` });
    await page.getByRole('link', { name: `#${id}`, exact: true }).click();
    await panel.getByRole('heading', { name: 'Products' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await pressTwice(page, 'Mark as in transit');
    await page.getByRole('row', { name: new RegExp(`#${id} .*In transit`) }).waitFor();
    await page.reload();
    await panel.getByText('In transit', { exact: true }).first().waitFor();
    await press(page, 'Close details');
    await panel.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: `#${id}`, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `Delivery #${id}` }).waitFor();
    expect(problems).toEqual([]);
  });
});
