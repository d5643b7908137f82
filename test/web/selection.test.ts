import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

/** Returns the names of the selected products, in the order of the list. */
async function selectedIn(page: Page): Promise<string[]> {
  return page.locator('tr[data-selected] td:nth-child(2) a').allInnerTexts();
}

/** Opens a list of six products, A to F. */
async function createList() {
  const account = await createSignedIn(service);
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await createProduct(account, { name });
  return { account, url: `${service.url}/settings/products?sort=name` };
}

describeInChromium((open) => {
  it('selects ranges with Shift and the mouse, also again and backwards', async () => {
    const { account, url } = await createList();
    await using visit = await open(url, account);
    const { page, problems } = visit;
    const box = (name: string) => page.getByLabel(new RegExp(`^Select ${name}$`));
    const label = (name: string) => page.locator('label', { has: box(name) });
    const shift = { modifiers: ['Shift' as const] };
    const selects = async (names: string) => {
      await expect.poll(async () => (await selectedIn(page)).join('')).toBe(names);
    };
    // Without a range before, it selects the row alone.
    await box('C').click(shift);
    await selects('C');
    await box('E').click(shift);
    await selects('CDE');
    // The end of the range moves, on the other side of its beginning, too.
    await box('A').click(shift);
    await selects('ABC');
    // Beside the box.
    await label('F').click({ ...shift, position: { x: 3, y: 3 } });
    await selects('CDEF');
    await box('D').click();
    await selects('CEF');
    // What begins with a deselected row deselects.
    await box('F').click(shift);
    await selects('C');
    await page.getByText('1 product selected').last().waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    expect(problems).toEqual([]);
  }, 60_000);

  it('selects by the keyboard alone, says how many, and clears by Escape', async () => {
    const { account, url } = await createList();
    await using visit = await open(url, account);
    const { page, problems } = visit;
    const keys = async (...all: string[]) => {
      for (const key of all) await page.keyboard.press(key);
    };
    const selects = async (names: string) => {
      await expect.poll(async () => (await selectedIn(page)).join('')).toBe(names);
    };
    await page.getByRole('table', { name: 'Products' }).waitFor();
    // Without a row in the focus, the first one.
    await keys('x');
    await selects('A');
    await keys('Shift+ArrowDown', 'Shift+ArrowDown');
    await selects('ABC');
    await page.getByRole('status').getByText('3 products selected').waitFor();
    await keys('Shift+ArrowUp');
    await selects('AB');
    // Arrows alone leave the selection as it is; then a new range begins.
    await keys('ArrowDown', 'ArrowDown', 'Shift+ArrowDown');
    await selects('ABDE');
    await keys('x');
    await selects('ABD');
    // Tab leads to the actions, and back.
    await keys('Tab', 'Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Archive');
    await keys('Escape');
    await selects('');
    expect(await page.getByRole('region', { name: 'Selection' }).count()).toBe(0);
    // In a field, letters stay letters.
    await page.locator('main input[type=search]').click();
    await keys('x');
    expect(await page.locator('main input[type=search]').inputValue()).toBe('x');
    expect(problems).toEqual([]);
  }, 60_000);
});
