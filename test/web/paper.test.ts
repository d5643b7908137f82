import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createProduct, createSupermarket, createDelivery, inDays } from '../support/records/records.ts';
import { day } from './dashboard.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { readPdf } from './read-pdf.ts';

const service = useService();
/** A word of 66 letters. */
const WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzess';
/** The printed area of A4 at 96 pixels per inch, inside margins of 15 mm. */
const PAPER = { viewport: { width: 680, height: 1009 }, locale: 'en-GB' };
/** Points per millimetre, and the right edge of that area. */
const RIGHT_EDGE = (210 - 15) * (72 / 25.4);

/** Creates deliveries with everything that paper can show, in long words. */
async function createShop(account: SignedIn) {
  await account.database.pool.query(
    `UPDATE accounts SET address = '9 Mill Yard, Oakfield', phone = '+49 30 99', gln = '4012345000009' WHERE id = $1`,
    [account.id],
  );
  const supermarket = await createSupermarket(account, {
    name: `${WORD} Stores`,
    branches: [{ name: WORD, address: `${WORD} 5`, phone: '+49 30 55', gln: '4012345000023' }],
  });
  const product = await createProduct(account, { name: WORD, gtin: '4006381333931', unit: 'case' });
  const deliveries = [];
  for (const number of [1, 2]) {
    const delivery = await createDelivery(account, {
      supermarket_id: supermarket.id,
      subchain_id: supermarket.branches[0].id,
      products: [
        {
          product_id: product.id,
          quantity: 12_345,
          lots: [{ lot: `L-${number}${WORD.slice(0, 40)}`, best_before: inDays(90), quantity: 12_345 }],
        },
      ],
      notes: WORD,
      reference: `DN-${number}`,
      order_number: `PO-${number}`,
      carrier: 'Oakfield Haulage',
    });
    await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
    deliveries.push(delivery);
  }
  await account.call('POST', '/returns', {
    body: {
      delivery_id: deliveries[0].id,
      product_id: product.id,
      quantity: 1,
      reason: WORD,
      return_date: inDays(0),
    },
  });
  return { supermarket, product, deliveries };
}

/** Returns what does not fit on the paper, as its text, and how many rows can break. */
function cutOn(page: Page) {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (each) => each.checkVisibility() && !each.closest('.visually-hidden'),
    );
    const cut = shown.filter(
      (each) =>
        each.getBoundingClientRect().right > innerWidth + 1 ||
        (getComputedStyle(each).overflowX !== 'visible' &&
          each.clientWidth > 0 &&
          each.scrollWidth > each.clientWidth + 1),
    );
    return {
      cut: cut.map((each) => `${each.tagName} ${each.textContent.slice(0, 40)}`),
      width: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      breaking: [...document.querySelectorAll('main tbody tr')].filter(
        (each) => getComputedStyle(each).breakInside !== 'avoid',
      ).length,
    };
  });
}

/** Opens a page on paper. */
async function print(page: Page, path: string, text: string) {
  await page.emulateMedia({ media: 'screen' });
  await goTo(page, service.url, path);
  await page.getByText(text).first().waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
}

describeInChromium((open) => {
  it('prints every list on A4 with nothing cut, also a word of 66 letters, and no row that breaks', async () => {
    const account = await createSignedIn(service);
    const { supermarket } = await createShop(account);
    await using visit = await open(`${service.url}/settings`, { ...account, ...PAPER });
    const { page } = visit;
    for (const path of [
      '/deliveries/pick-list',
      `/trace?lot=L-1${WORD.slice(0, 40)}`,
      '/deliveries',
      '/returns',
      '/products',
      '/supermarkets',
      `/supermarkets/${supermarket.id}`,
      '/deliveries/notes',
    ]) {
      await print(page, path, WORD);
      expect({ path, ...(await cutOn(page)) }).toEqual({ path, cut: [], width: 0, breaking: 0 });
      const { texts } = await readPdf(await page.pdf({ format: 'A4' }));
      const beyond = texts
        .filter(({ text, right }) => right > RIGHT_EDGE + 2 && !/^Page \d+ of/.test(text))
        .map(({ text }) => text);
      expect({ path, beyond }).toEqual({ path, beyond: [] });
      const words = texts
        .map(({ text }) => text)
        .join('')
        .replaceAll(/\s/g, '');
      expect({ path, hasWord: words.includes(WORD) }).toEqual({ path, hasWord: true });
    }
  }, 120_000);

  it('says on a printed list that it has only one of several pages', async () => {
    const account = await createSignedIn(service);
    const products = Array.from({ length: 120 }, (_, at) => ({
      reference: `P-${at}`,
      name: `Loaf ${at}`,
      price: 1,
      category: 'bread',
      weight: 1,
    }));
    await account.call('POST', '/products/upsert', { body: { products } });
    await using visit = await open(`${service.url}/settings`, { ...account, ...PAPER });
    const { page } = visit;
    await goTo(page, service.url, '/products');
    await page.getByText('120 products').first().waitFor();
    const note = page.getByText('This page shows some of them');
    expect(await note.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await note.isVisible()).toBe(true);
  });

  it('prints delivery notes with both places, every number, units, GTINs, lots and the receipt link, each on a page', async () => {
    const account = await createSignedIn(service);
    const { deliveries } = await createShop(account);
    await using visit = await open(`${service.url}/settings`, { ...account, ...PAPER });
    const { page } = visit;
    await goTo(page, service.url, '/deliveries/notes');
    await page.getByRole('button', { name: 'Add 2 receipt links' }).click();
    const codes = page.getByRole('img', { name: 'QR code of the receipt link' });
    await expect.poll(() => codes.count()).toBe(2);
    const links = await page.locator('figcaption a').allInnerTexts();
    expect(new Set(links).size).toBe(2);
    expect((await fetch(links[0]!)).status).toBe(200);
    const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
    expect(pages).toHaveLength(2);
    for (const [at, text] of pages.entries()) {
      const { id } = deliveries[at];
      for (const part of [
        `Delivery note #${id} · DN-${at + 1}`,
        '9 Mill Yard, Oakfield',
        'Phone +49 30 99',
        'GLN 4012345000009',
        'Phone +49 30 55',
        'GLN 4012345000023',
        `PO-${at + 1}`,
        'Oakfield Haulage',
        '12,345 cases',
        'GTIN 4006381333931',
        `best before ${day(inDays(90))}`,
        '/r/',
      ]) {
        expect(text.replaceAll(/\s/g, '')).toContain(part.replaceAll(/\s/g, ''));
      }
      // The heading of the page on the screen is none of a note.
      expect(text).not.toContain('2 delivery notes');
      // Nor is its place among the pages of all notes.
      expect(text).not.toMatch(/Page \d+ of/);
    }
    await goTo(page, service.url, `/deliveries/${deliveries[0].id}/note`);
    const single = await readPdf(await page.pdf({ format: 'A4' }));
    expect(single.pages[0]).toMatch(/Page 1 of 1/);
    expect(single.pages[0]!.split(`Delivery note #${deliveries[0].id}`)).toHaveLength(3);
  }, 120_000);

  it('prints the day on the pick list, and more than 200 deliveries in parts', async () => {
    const account = await createSignedIn(service);
    const { supermarket, product } = await createShop(account);
    await account.database.pool.query(
      `WITH delivery AS (
         INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value, total_weight)
         SELECT $1, $2, $3, $5::date, 10, 10, 10 FROM generate_series(1, 203) RETURNING id
       )
       INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
       SELECT $1, id, $4, 1, 'Rye', 10, 1, 1 FROM delivery`,
      [account.id, supermarket.id, supermarket.branches[0].id, product.id, inDays(3)],
    );
    await using visit = await open(`${service.url}/settings`, { ...account, ...PAPER });
    const { page } = visit;
    const dates = `dateFrom=${inDays(3)}&dateTo=${inDays(3)}`;
    await goTo(page, service.url, `/deliveries/notes?${dates}`);
    await page.getByText('Part 1 of 2: deliveries 1 to 200 of 203').waitFor();
    await expect.poll(() => page.getByRole('article').count(), { timeout: 60_000 }).toBe(200);
    const first = await page.getByRole('article').evaluateAll((all) => all.map((each) => each.ariaLabel));
    await page.getByRole('link', { name: 'Next part' }).click();
    await page.getByText('Part 2 of 2: deliveries 201 to 203 of 203').waitFor();
    await expect.poll(() => page.getByRole('article').count(), { timeout: 30_000 }).toBe(3);
    const second = await page.getByRole('article').evaluateAll((all) => all.map((each) => each.ariaLabel));
    expect(new Set([...first, ...second]).size).toBe(203);

    await goTo(page, service.url, `/deliveries/pick-list?${dates}&part=2`);
    await page.getByText(`3 deliveries, 30 units, 15 kg, due ${day(inDays(3))}`).waitFor();
    const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
    expect(pages[0]).toContain(day(inDays(3)));
    expect(pages[0]).toContain('Part 2 of 2');
  }, 180_000);
});
