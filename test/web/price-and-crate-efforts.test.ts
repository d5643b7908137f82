import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { createContainerType } from '../support/records/containers.ts';
import { createProduct, createSentDelivery, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { effortOf } from './effort.ts';

const service = useService({ worker: {} });

const MARKETS = ['Ash Market', 'Birch Market', 'Cedar Market'];
const PRODUCTS = 12;
const DAYS = 5;
const [FROM, TO] = [inDays(30), inDays(120)];

/** Creates three supermarkets and twelve products, as the trials of docs/prices.md begin. */
async function createShop(): Promise<SignedIn> {
  const account = await createSignedIn(service);
  for (const name of MARKETS) await createSupermarket(account, { name });
  for (let number = 1; number <= PRODUCTS; number++)
    await createProduct(account, { name: `Goods ${String.fromCodePoint(64 + number)}`, price: 2.5 });
  return account;
}

async function agreed({ id, database }: SignedIn): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `SELECT supermarket.name, count(*)::int, min(price)::float AS lowest, max(price)::float AS highest,
            min(valid_from)::text AS from, max(valid_to)::text AS to
     FROM price_agreements agreement JOIN supermarkets supermarket
       ON supermarket.account_id = agreement.account_id AND supermarket.id = supermarket_id
     WHERE agreement.account_id = $1 GROUP BY supermarket.name ORDER BY 1`,
    [id],
  );
  return rows;
}

function clearPrices({ id, database }: SignedIn): Promise<unknown> {
  return database.pool.query('DELETE FROM price_agreements WHERE account_id = $1', [id]);
}

const NAMED = '{ supermarkets(first: 100) { nodes { id } } products(first: 100) { nodes { id name } } }';
const SET = `mutation ($supermarketId: ID!, $rows: [PriceAgreementInput!]!) {
  setPriceAgreements(supermarketId: $supermarketId, rows: $rows) { id } }`;

const EXPECTED = MARKETS.map((name) => ({
  name,
  count: PRODUCTS,
  lowest: 2,
  highest: 2.11,
  from: FROM,
  to: TO,
}));

/** The prices as people write them, which begin at 2.00. */
const prices = Array.from({ length: PRODUCTS }, (_, at) => `2,${String(at).padStart(2, '0')}`);

/** Types a day into a date field as a person does, in the order of the field. */
async function typeDay(page: Page, label: RegExp | string, day: string): Promise<void> {
  const [year, month, date] = day.split('-') as [string, string, string];
  await page.getByLabel(label, { exact: typeof label === 'string' }).click({ position: { x: 15, y: 15 } });
  await page.keyboard.type(`${month}${date}${year}`);
}

/** Opens the prices of each supermarket, enters the days, lets `enter` write the prices, and saves. */
async function enterOnPage(page: Page, enter: () => Promise<unknown>): Promise<void> {
  for (const name of MARKETS) {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Supermarkets', exact: true })
      .click();
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('link', { name: 'Prices', exact: true }).click();
    await page.getByRole('heading', { name: `Prices of ${name}` }).waitFor();
    await page.getByLabel('New price of Goods A').waitFor();
    await typeDay(page, 'From', FROM);
    await typeDay(page, /^To\b/, TO);
    await page.getByLabel('New price of Goods A').click();
    await enter();
    await press(page, `Save ${PRODUCTS} prices`);
    await page.getByRole('button', { name: 'Save prices' }).waitFor();
  }
}

describeInChromium((open) => {
  it("takes these clicks and keys to type a quarter's prices of three supermarkets", async () => {
    const account = await createShop();
    await using visit = await open(`${service.url}/settings`, account);
    const { page } = visit;
    const effort = await effortOf(page, () =>
      enterOnPage(page, async () => {
        for (const price of prices) {
          await page.keyboard.type(price);
          if (price !== prices.at(-1)) await page.keyboard.press('Enter');
        }
      }),
    );
    expect(await agreed(account)).toEqual(EXPECTED);
    expect(effort).toEqual({ clicks: 21, keys: 225 });
  });

  it('takes fewer of them to paste these prices from a spreadsheet, to import their file, or to send them with a key', async () => {
    const account = await createShop();
    await using visit = await open(`${service.url}/settings`, account);
    const { page } = visit;
    const effort = await effortOf(page, () =>
      enterOnPage(page, async () => {
        await page.evaluate((text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text', text);
          const pasting = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
          document.activeElement!.dispatchEvent(pasting);
        }, prices.join('\n'));
      }),
    );
    expect(await agreed(account)).toEqual(EXPECTED);
    expect(effort).toEqual({ clicks: 21, keys: 48 });

    await clearPrices(account);
    const rows = MARKETS.flatMap((market) =>
      prices.map((price, at) =>
        [market, `Goods ${String.fromCodePoint(65 + at)}`, price, FROM, TO].join(';'),
      ),
    );
    const file = ['supermarket;product;price;valid_from;valid_to', ...rows].join('\n');
    const importing = await effortOf(page, async () => {
      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'quarter.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
      await press(page, 'Preview');
      await page.getByRole('button', { name: /^Create 36 agreed prices/ }).click();
      await page.getByText('36 agreed prices created').waitFor();
    });
    expect(await agreed(account)).toEqual(EXPECTED);
    expect(importing).toEqual({ clicks: 3, keys: 0 });

    await clearPrices(account);
    const { supermarkets, products } = await ask(account, NAMED);
    for (const { id: supermarketId } of supermarkets.nodes) {
      const goods: { id: string; name: string }[] = products.nodes;
      const inOrder = goods.toSorted((one, other) => (one.name < other.name ? -1 : 1));
      const rows = inOrder.map(({ id: productId }, at) => ({
        productId,
        price: (200 + at) / 100,
        validFrom: FROM,
        validTo: TO,
      }));
      await ask(account, SET, { supermarketId, rows });
    }
    expect(await agreed(account)).toEqual(EXPECTED);
  });

  it('takes these clicks and keys to enter a week of crates of two branches', async () => {
    const account = await createSignedIn(service);
    const market = await createSupermarket(account);
    await createContainerType(account, { name: 'Euro pallet' });
    await createContainerType(account, { name: 'Green crate' });
    for (let day = 0; day < DAYS; day++) {
      for (const { id } of market.branches.slice(0, 2))
        await createSentDelivery(account, { supermarket_id: market.id, subchain_id: id });
    }
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    const menu = page.getByRole('navigation', { name: 'Main' });
    const effort = await effortOf(page, async () => {
      for (let at = 0; at < 2 * DAYS; at++) {
        await menu.getByRole('link', { name: 'Deliveries', exact: true }).click();
        await page
          .getByRole('link', { name: /^#\d+$/ })
          .nth(at)
          .click();
        await press(page, 'Enter crates');
        await dialog.getByLabel('Out').first().click();
        for (const count of ['10', '4', '30', '28']) {
          await page.keyboard.type(count);
          if (count !== '28') await page.keyboard.press('Tab');
        }
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'hidden' });
      }
    });
    const { rows } = await account.database.pool.query(
      `SELECT name, sum(quantity_out)::int AS out, sum(quantity_back)::int AS back
       FROM delivery_containers row JOIN container_types type ON type.account_id = row.account_id AND type.id = type_id
       WHERE row.account_id = $1 GROUP BY name ORDER BY name`,
      [account.id],
    );
    expect(rows).toEqual([
      { name: 'Euro pallet', out: 100, back: 40 },
      { name: 'Green crate', out: 300, back: 280 },
    ]);
    expect(effort).toEqual({ clicks: 40, keys: 110 });
  });
});
