import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { chooseAction } from '../support/web/press.ts';
import { PRODUCT } from '../support/records/product-values.ts';
import { createDelivery, createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';

const PRODUCTS = 12;
/** Width and height of the printed area at 96 pixels per inch, inside margins of 15 mm. */
const SHEETS = { A4: [680, 1009], Letter: [703, 943] } as const;

const service = useService();

/** Counts the printed pages. */
async function pagesOf(page: Page, format: keyof typeof SHEETS): Promise<number> {
  const pdf = await page.pdf({ format, preferCSSPageSize: false });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
}

describeInChromium((open) => {
  it('prints a delivery note on one page, with prices only if selected', async () => {
    const account = await createSignedIn(service);
    const supermarket = await createSupermarket(account, {
      name: 'Oakfield Stores',
      branches: [{ name: 'Oakfield West', address: '5 Mill Lane, Oakfield', delivery_window: '06:00-10:00' }],
    });
    const products: object[] = [];
    for (let quantity = 1; quantity <= PRODUCTS; quantity++) {
      const { id } = await createProduct(account, { name: `Rye Bread, loaf ${quantity}`, price: 3.49 });
      products.push({ product_id: id, quantity });
    }
    const { id } = await createDelivery(account, {
      supermarket_id: supermarket.id,
      subchain_id: supermarket.branches[0].id,
      products,
      notes: 'Ring at the gate',
      reference: 'DN-7',
    });
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, {
      ...account,
      colorScheme: 'dark',
    });
    const { page, problems } = visit;
    await chooseAction(page, 'Delivery note');
    const note = page.getByRole('article', { name: 'Delivery note' });
    const text = async () => (await note.innerText()).replaceAll(/\s+/g, ' ');
    await note.waitFor();
    for (const part of [
      'Oakfield West',
      '5 Mill Lane',
      '06:00-10:00',
      'Ring at the gate',
      `#${id} · DN-7`,
      'P-0012',
      'Signature',
    ]) {
      expect(await text()).toContain(part);
    }
    expect(await text()).toContain(`Total: ${PRODUCTS} products 78 39 kg`);
    expect(await text()).not.toContain('€');
    for (const format of ['A4', 'Letter'] as const) expect(await pagesOf(page, format)).toBe(1);
    await page.getByLabel('Show prices').check();
    expect(await text()).toContain('78 39 kg €272.22');
    await page.emulateMedia({ media: 'print' });
    for (const [format, [width, height]] of Object.entries(SHEETS)) {
      expect(await pagesOf(page, format as 'A4')).toBe(1);
      await page.setViewportSize({ width, height });
      const printed = await page.evaluate(() => ({
        overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
        ground: getComputedStyle(document.documentElement).backgroundColor,
        visible: [...document.querySelectorAll('nav, header button, main a, main label')].filter(
          (each) => (each as HTMLElement).offsetParent !== null,
        ).length,
      }));
      expect(printed).toEqual({ overflow: 0, ground: 'rgb(255, 255, 255)', visible: 0 });
    }

    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Add receipt link' }).click();
    const code = page.getByRole('img', { name: 'QR code of the receipt link' });
    await expect
      .poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(20);
    expect(await page.getByRole('figure').innerText()).toContain(`${service.url}/r/`);
    await page.emulateMedia({ media: 'print' });
    expect(await pagesOf(page, 'A4')).toBe(1);
    expect(problems).toEqual([]);
  });

  it('leaves prices out for a supermarket that wants none', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account);
    await service.database.pool.query('UPDATE supermarkets SET hides_prices = true WHERE account_id = $1', [
      account.id,
    ]);
    await using visit = await open(`${service.url}/settings/deliveries/${id}/note`, account);
    const { page, problems } = visit;
    const note = page.getByRole('article', { name: 'Delivery note' });
    await note.waitFor();
    await page.getByLabel('Show prices').check();
    expect(await note.innerText()).not.toContain('€');
    expect(problems).toEqual([]);
  });

  it('says on the paper what is missing: deliveries that are not found, and what is still loading', async () => {
    const account = await createSignedIn(service);
    const other = await createSignedIn(service);
    for (const owner of [account, other]) await createDelivery(owner);
    const idOf = async (owner: typeof account) =>
      (await ask(owner, '{ deliveries { nodes { nodeId } } }')).deliveries.nodes[0].nodeId as string;
    const ids = [await idOf(account), await idOf(other)].join(',');
    await using visit = await open(`${service.url}/settings/deliveries/notes?ids=${ids}`, account);
    const { page } = visit;
    for (const list of ['notes', 'pick-list']) {
      await goTo(page, service.url, `/deliveries/${list}?ids=${ids}`);
      await page.getByText('1 delivery not found, and missing here').waitFor();
    }
    const incomplete = page.getByText('Incomplete: this was still loading when it was printed');
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('DeliveryNotes')) await held;
      await route.continue();
    });
    await page.goto(`${service.url}/settings/deliveries/notes?ids=${ids}`);
    await expect.poll(() => incomplete.count()).toBeGreaterThan(0);
    expect(await incomplete.first().isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => incomplete.first().isVisible()).toBe(true);
    goOn();
    await expect.poll(() => incomplete.count()).toBe(0);
  });

  it('prints deliveries whose lines and lots together are more than a response has', async () => {
    const account = await createSignedIn(service);
    const rows = Array.from({ length: 500 }, (_, at) => ({
      ...PRODUCT,
      name: `Loaf ${at}`,
      reference: `L-${at}`,
    }));
    const { json } = await account.call('POST', '/products/upsert', { body: { products: rows } });
    const { id, branches } = await createSupermarket(account);
    const products = (json.data as { id: number }[]).map((row) => {
      return { product_id: row.id, quantity: 1, lots: [{ lot: 'L-7', quantity: 1 }] };
    });
    for (let made = 0; made < 8; made += 1)
      await createDelivery(account, { supermarket_id: id, subchain_id: branches[0].id, products });
    await using visit = await open(`${service.url}/settings/deliveries/pick-list`, account);
    const { page, problems } = visit;
    await page.getByText('8 deliveries, 4,000 units').waitFor({ timeout: 30_000 });
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  }, 60_000);
});
