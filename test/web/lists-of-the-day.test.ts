import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { fillLists, listsOfTheDay } from './fill-lists.ts';

const DESKTOP = { width: 1440, height: 900 };
const IMPORTED = new Set(['/deliveries', '/standing-orders', '/products', '/supermarkets']);

const service = useService();

/** Returns how the list of a page looks. */
async function looksOf(page: Page) {
  const row = page.locator('main tbody tr').first();
  const { top, height } = await row.evaluate((element) => element.getBoundingClientRect());
  const bar = page.getByRole('main').getByRole('search');
  return {
    isHigh: top <= 260,
    isDense: height <= 37,
    isOneRow: (await bar.boundingBox())!.height <= 54,
    hasSearch: await bar.getByRole('searchbox').isVisible(),
    hasColumns: await bar.getByRole('button', { name: 'Columns' }).isVisible(),
    hasViews: await bar.getByRole('button', { name: 'Views' }).isVisible(),
    hasMenu: (await row.getByRole('button', { name: /^Actions for / }).count()) === 1,
    isHeadHeld: await page
      .locator('main thead th')
      .first()
      .evaluate((cell) => getComputedStyle(cell).position === 'sticky'),
  };
}

const GOOD = {
  isHigh: true,
  isDense: true,
  isOneRow: true,
  hasSearch: true,
  hasColumns: true,
  hasViews: true,
  hasMenu: true,
  isHeadHeld: true,
};

describeInChromium((open) => {
  it('shows each list of the day with a bar, a held head, and dense rows with a menu', async () => {
    const account = await createSignedIn(service);
    await fillLists(account);
    await using visit = await open(`${service.url}/settings`, { viewport: DESKTOP, ...account });
    const { page, problems } = visit;
    for (const path of listsOfTheDay()) {
      await moveTo(page, path);
      await page.locator('main tbody tr').first().waitFor();
      expect({ path, ...(await looksOf(page)) }).toEqual({ path, ...GOOD });
      await page.getByRole('searchbox').fill('nothing has this');
      await page.getByText(/^No .* match these filters$/).waitFor();
      await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
      await page.locator('main tbody tr').first().waitFor();
      expect(new URL(page.url()).search).toBe('');
    }
    expect(problems).toEqual([]);
  }, 120_000);

  it.each([
    [260, { width: 1024, height: 768 }],
    [260, { width: 1280, height: 800 }],
    [340, { width: 390, height: 844 }],
  ])(
    'begins each list within %i pixels in a window of %o',
    async (most, viewport) => {
      const account = await createSignedIn(service);
      await fillLists(account);
      await using visit = await open(`${service.url}/settings`, { viewport, ...account });
      const { page, problems } = visit;
      const faults: string[] = [];
      for (const path of listsOfTheDay()) {
        await moveTo(page, path);
        const row = page.locator('main tbody tr').first();
        await row.waitFor();
        const { y } = (await row.boundingBox())!;
        if (y > most) faults.push(`${path} begins at ${y}`);
      }
      expect(faults).toEqual([]);
      expect(problems).toEqual([]);
    },
    60_000,
  );

  it('sets each filter that is a choice as a chip, and removes it', async () => {
    const account = await createSignedIn(service);
    await fillLists(account);
    await using visit = await open(`${service.url}/settings`, { viewport: DESKTOP, ...account });
    const { page, problems } = visit;
    for (const path of listsOfTheDay()) {
      await moveTo(page, path);
      await page.locator('main tbody tr').first().waitFor();
      const filter = page.getByRole('button', { name: 'Filter', exact: true });
      if ((await filter.count()) === 0) continue;
      const choices = page.locator('[role=dialog][aria-label=Filter] select:not([name=sort])');
      const chips = page.getByRole('list', { name: 'Filters that are set' }).getByRole('listitem');
      for (let at = 0; at < (await choices.count()); at += 1) {
        await filter.click();
        const choice = choices.nth(at);
        await choice.selectOption({ index: 1 });
        await page.keyboard.press('Escape');
        const name = (await choice.getAttribute('name'))!;
        await expect
          .poll(() => [path, name, new URL(page.url()).searchParams.has(name)])
          .toEqual([path, name, true]);
        expect([path, name, await chips.count()]).toEqual([path, name, 1]);
        await chips.getByRole('button').click();
        await expect.poll(() => [path, new URL(page.url()).search]).toEqual([path, '']);
      }
    }
    expect(problems).toEqual([]);
  }, 120_000);

  it('sorts each list by its headers, and keeps the order in the address', async () => {
    const account = await createSignedIn(service);
    await fillLists(account);
    await using visit = await open(`${service.url}/settings`, { viewport: DESKTOP, ...account });
    const { page, problems } = visit;
    for (const path of listsOfTheDay()) {
      await moveTo(page, path);
      await page.locator('main tbody tr').first().waitFor();
      const names = await page.locator('main thead th button').allInnerTexts();
      // The API has the newest imports only, in one order.
      expect([path, names.length > 0]).toEqual([path, path !== '/imports']);
      for (const name of names) {
        const header = page.getByRole('columnheader', { name: name.trim(), exact: true });
        const order = () => header.getAttribute('aria-sort');
        const press = async () => {
          const before = await order();
          await header.getByRole('button').click();
          await expect
            .poll(async () => [path, name, (await order()) === before])
            .toEqual([path, name, false]);
          return order();
        };
        const seen = [await press(), await press()];
        expect([path, name, new Set(seen)]).toEqual([path, name, new Set(['ascending', 'descending'])]);
        const { search } = new URL(page.url());
        await page.reload();
        await expect.poll(order).toBe(seen[1]);
        expect(new URL(page.url()).search).toBe(search);
      }
    }
    expect(problems).toEqual([]);
  }, 180_000);

  it('shows the records in the order of the header', async () => {
    const account = await createSignedIn(service);
    for (const name of ['Rye Bread', 'Apple', 'Crispbread']) await createProduct(account, { name });
    for (const name of ['Corner', 'Älpler', 'Zenith']) await createSupermarket(account, { name });
    await using visit = await open(`${service.url}/settings/products`, { viewport: DESKTOP, ...account });
    const { page, problems } = visit;
    const shown = () => page.locator('main tbody td a:first-child').allInnerTexts();
    const namesOf = async (all: string[]) =>
      (await shown())
        .map((text) => all.find((each) => text.includes(each)))
        .filter((each) => each !== undefined);
    const products = ['Apple', 'Crispbread', 'Rye Bread'];
    await page.getByRole('columnheader', { name: 'Product' }).getByRole('button').click();
    await expect.poll(() => namesOf(products)).toEqual(products);
    expect(await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toContain(
      'sort=name',
    );
    await page.getByRole('columnheader', { name: 'Product' }).getByRole('button').click();
    await expect.poll(() => namesOf(products)).toEqual(products.toReversed());
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Backwards');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Backwards' }).waitFor();
    await page.getByRole('columnheader', { name: 'Number' }).getByRole('button').click();
    await expect.poll(() => namesOf(products)).toEqual(['Crispbread', 'Apple', 'Rye Bread']);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'Backwards' }).click();
    await expect.poll(() => namesOf(products)).toEqual(products.toReversed());
    await moveTo(page, '/supermarkets');
    const markets = ['Älpler', 'Corner', 'Zenith'];
    await page.getByRole('columnheader', { name: 'Supermarket' }).getByRole('button').click();
    await expect.poll(() => namesOf(markets)).toEqual(markets);
    expect(problems).toEqual([]);
  });

  it('shows supermarkets and products with a tile, without a higher row', async () => {
    const account = await createSignedIn(service);
    await fillLists(account);
    await using visit = await open(`${service.url}/settings`, { viewport: DESKTOP, ...account });
    const { page, problems } = visit;
    for (const [path, initials, icons] of [
      ['/deliveries', 1, 0],
      ['/returns', 1, 1],
      ['/receipts', 1, 0],
      ['/standing-orders', 1, 0],
      ['/supermarkets', 1, 0],
      ['/products', 0, 1],
      ['/withdrawals', 0, 1],
    ] as const) {
      await moveTo(page, path);
      const row = page.locator('main tbody tr').first();
      await row.waitFor();
      const tiles = row.locator('td:not(:last-child)');
      expect([
        path,
        await tiles.locator('[data-initials]').count(),
        await tiles.locator('i svg').count(),
      ]).toEqual([path, initials, icons]);
    }
    expect(problems).toEqual([]);
  });

  it('shows one action on each empty list, and how to import a file', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { viewport: DESKTOP, ...account });
    const { page, problems } = visit;
    for (const path of listsOfTheDay()) {
      await moveTo(page, path);
      const empty = page.locator('main [data-empty]');
      await empty.getByText(/^No /).waitFor();
      const actions = await empty.locator('a, button').allInnerTexts();
      const imports = actions.filter((each) => each === 'Import a file');
      expect([path, actions.length - imports.length, imports.length]).toEqual([
        path,
        1,
        IMPORTED.has(path) ? 1 : 0,
      ]);
    }
    expect(problems).toEqual([]);
  }, 120_000);
});
