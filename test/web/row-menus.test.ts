import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createDelivery, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { fillLists, listsOfTheDay } from './fill-lists.ts';
import { fillShop } from './shop.ts';

/** A phone, and the least size of what a thumb presses on it, in pixels. */
const PHONE = { width: 390, height: 844 };
const TARGET = 44;

const service = useService();

/** The actions that the row menu has for the first record of each list. */
const ACTIONS: Record<string, string[]> = {
  '/returns': ['View delivery', 'View product', 'Undo return'],
  '/receipts': ['Accept receipt', 'Delivery note'],
  '/products': ['Edit', 'Archive', 'Trace'],
  '/supermarkets': ['New delivery', 'Edit', 'Prices', 'View deliveries', 'View returns', 'View performance'],
  '/standing-orders': ['Change', 'Pause', 'End'],
  '/imports': ['View products', 'Discard import'],
  '/withdrawals': ['View product', 'Trace'],
};

/** The actions that open a dialog. */
const OPENS = new Set(['Undo return', 'Edit', 'Pause', 'Discard import']);

/** Opens the menu of the first row by keyboard, once the pointer has shown it. */
async function openMenu(page: Page): Promise<Locator> {
  const row = page.locator('main tbody tr').first();
  const button = row.getByRole('button', { name: /^Actions for / });
  const isShown = () => button.evaluate((each) => getComputedStyle(each.parentElement!).opacity === '1');
  await button.waitFor();
  await page.mouse.move(0, 0);
  // A dialog gives the focus back to the button that it was opened from, which shows it.
  await button.blur();
  expect(await isShown()).toBe(false);
  await row.hover();
  expect(await isShown()).toBe(true);
  await page.mouse.move(0, 0);
  await button.focus();
  expect(await isShown()).toBe(true);
  const name = (await button.getAttribute('aria-label'))!;
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name, exact: true });
  await menu.waitFor();
  return menu;
}

/** Chooses an action of the menu of the first row. */
async function choose(page: Page, action: string): Promise<void> {
  await (await openMenu(page)).getByRole('button', { name: action, exact: true }).click();
}

describeInChromium((open) => {
  it('offers the actions of a record in its row, in each list, by mouse and keyboard', async () => {
    const account = await createSignedIn(service);
    await fillLists(account);
    await using visit = await open(`${service.url}/settings/returns`, account);
    const { page, problems } = visit;
    for (const [path, actions] of Object.entries(ACTIONS)) {
      await moveTo(page, path);
      const menu = await openMenu(page);
      const names = await menu.locator('a, button').allInnerTexts();
      expect([path, names.map((name) => name.trim())]).toEqual([path, actions]);
      expect(await violationsOf(page, '[role=dialog]:popover-open')).toEqual([]);
      await page.keyboard.press('ArrowUp');
      const focused = await page.evaluate(() => document.activeElement?.textContent.trim());
      expect([path, focused]).toEqual([path, actions.at(-1)]);
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
    }
    expect(problems).toEqual([]);
  }, 120_000);

  it('has a menu in each row of each list on a phone, for a thumb and within the window', async () => {
    const account = await createSignedIn(service);
    await fillLists(account);
    await fillShop(account);
    const options = { viewport: PHONE, hasTouch: true, isMobile: true };
    await using visit = await open(`${service.url}/settings/returns`, { ...options, ...account });
    const { page, problems } = visit;
    for (const path of listsOfTheDay()) {
      await moveTo(page, path);
      const buttons = page.locator('main tbody').getByRole('button', { name: /^Actions for / });
      await buttons.first().waitFor();
      expect([path, await buttons.count()]).toEqual([
        path,
        await page.locator('main tbody tr[data-key]').count(),
      ]);
      for (const button of await buttons.all()) {
        const { x, width, height } = (await button.boundingBox())!;
        const isLarge = width >= TARGET && height >= TARGET;
        expect([path, isLarge, x >= 0 && x + width <= PHONE.width]).toEqual([path, true, true]);
        expect(await button.evaluate((each) => getComputedStyle(each.parentElement!).opacity)).toBe('1');
      }
      const tooWide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main [role=region]')]
          .filter((each) => each.scrollWidth > each.clientWidth)
          .map((each) => each.ariaLabel),
      );
      expect([path, tooWide]).toEqual([path, []]);
      await buttons.last().click();
      const menu = page.locator('[role=dialog]:popover-open');
      const box = (await menu.boundingBox())!;
      expect([path, box.x >= 0, box.x + box.width <= PHONE.width]).toEqual([path, true, true]);
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
    }
    expect(problems).toEqual([]);
  }, 120_000);

  it('gives the focus back to the menu whose action opened a dialog', async () => {
    const account = await createSignedIn(service);
    await fillLists(account);
    const { id } = await createDelivery(account);
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page, problems } = visit;
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const more = page.getByRole('button', { name: 'More actions' });
    await more.click();
    await page.getByRole('button', { name: 'Cancel delivery' }).click();
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('More actions');
    for (const [path, actions] of Object.entries(ACTIONS)) {
      const action = actions.find((each) => OPENS.has(each));
      if (action === undefined) continue;
      await moveTo(page, path);
      await choose(page, action);
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
      await expect
        .poll(async () => [path, await focused()])
        .toEqual([path, expect.stringMatching(/^Actions for /)]);
    }
    expect(problems).toEqual([]);
  }, 120_000);

  it('changes records from their rows', async () => {
    const account = await createSignedIn(service);
    await fillLists(account);
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page, problems } = visit;
    const dialog = page.locator('dialog');
    await choose(page, 'Edit');
    await dialog.getByLabel('Name').fill('Rye Bread');
    await press(dialog, 'Save');
    await page.getByText('Product saved').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Rye Bread' });
    await row.waitFor();
    await choose(page, 'Archive');
    await press(dialog, 'Archive product');
    await page.getByText('Product archived').waitFor();
    await expect.poll(() => row.count()).toBe(0);

    await moveTo(page, '/supermarkets');
    await choose(page, 'Edit');
    await dialog.getByLabel('Name').fill('Corner Market');
    await press(dialog, 'Save');
    await page.getByRole('row').filter({ hasText: 'Corner Market' }).waitFor();

    await moveTo(page, '/returns');
    await choose(page, 'Undo return');
    await dialog.getByLabel('Why is it undone?').fill('Counted twice');
    await press(dialog, 'Undo return');
    await page.getByRole('row').filter({ hasText: 'undone by' }).waitFor();

    await moveTo(page, '/receipts');
    await choose(page, 'Accept receipt');
    await page.getByText('No receipts wait for you').waitFor();

    await moveTo(page, '/imports');
    await choose(page, 'Discard import');
    await press(dialog, 'Discard import');
    await page.getByRole('row').filter({ hasText: 'Cancelled' }).waitFor();

    await moveTo(page, '/standing-orders');
    await choose(page, 'Pause');
    await dialog.getByLabel('First paused day').fill(inDays(1));
    await press(dialog, 'Pause');
    await page.getByText('The pause was saved').waitFor();
    await page.keyboard.press('Escape');
    await choose(page, 'Remove pause');
    await page.getByText('The pause was removed').waitFor();
    await choose(page, 'End');
    await press(dialog, 'End standing order');
    await page.getByRole('row').filter({ hasText: 'Ended' }).waitFor();
    expect(await page.getByRole('button', { name: /^Actions for / }).count()).toBe(0);
    expect(problems).toEqual([]);
  }, 120_000);
});
