import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ROOT } from '../support/process/process.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { fillLists } from './fill-lists.ts';

const DESKTOP = { width: 1440, height: 900 };
/** The pages of the day that are no lists of records. */
const OTHERS = ['/', '/stops', '/calendar', '/closed-days', '/trace', '/performance', '/analytics'];
const IMPORTED = new Set(['/deliveries', '/standing-orders', '/products', '/supermarkets']);

const service = useService();

/** Returns the lists among the pages of the day, from the navigation's own table. */
function listsOfTheDay(): string[] {
  const source = readFileSync(join(ROOT, 'web/src/shell/navigation.ts'), 'utf8');
  const [, day] = /const DAY: Entry\[\]\[\] = \[([\s\S]*?)\n\];/.exec(source)!;
  const paths = Array.from(day!.matchAll(/href: '([^']+)'/g), ([, path]) => path!);
  expect(OTHERS.filter((path) => !paths.includes(path))).toEqual([]);
  return paths.filter((path) => !OTHERS.includes(path));
}

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
