import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, moveTo } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { fillLists, listsOfTheDay } from './fill-lists.ts';

const HUGE = { width: 1680, height: 1000 };

const service = useService();

/** Returns the link of a row. */
const linkOf = (page: Page, index: number) =>
  page.locator('main tbody tr[data-key]').nth(index).getByRole('link').first();

/** Waits until a row is the open one, and its record stands beside the list. Returns the panel. */
async function openedAt(page: Page, index: number): Promise<Locator> {
  const row = page.locator('main tbody tr[data-key]').nth(index);
  await expect.poll(() => row.getAttribute('aria-current')).toBe('true');
  const key = (await row.getAttribute('data-key'))!;
  expect(new URL(page.url()).searchParams.get('open')).toBe(key);
  const href = await linkOf(page, index).getAttribute('href');
  const panel = page.getByRole('complementary').filter({ has: page.locator(`h2 a[href="${href}"]`) });
  await panel.locator('dl, table').first().waitFor();
  return panel;
}

const isFocused = (locator: Locator) => locator.evaluate((each) => each === document.activeElement);

describeInChromium((open) => {
  it('opens a record beside each list, by mouse and keyboard, and closes it', async () => {
    const account = await createSignedIn(service);
    await fillLists(account);
    await fillLists(account);
    await using visit = await open(`${service.url}/settings`, { viewport: HUGE, ...account });
    const { page, problems } = visit;
    for (const path of listsOfTheDay()) {
      await moveTo(page, path);
      await linkOf(page, 0).click();
      const panel = await openedAt(page, 0);
      expect([path, await violationsOf(page)]).toEqual([path, []]);
      const overflow = await panel.evaluate((each) => each.scrollWidth - each.clientWidth);
      expect([path, overflow]).toEqual([path, 0]);
      await linkOf(page, 0).focus();
      await page.keyboard.press('ArrowDown');
      await openedAt(page, 1);
      expect(await isFocused(linkOf(page, 1))).toBe(true);
      await page.keyboard.press('k');
      await openedAt(page, 0);
      await page.keyboard.press('Enter');
      expect(await isFocused(panel.getByRole('heading', { level: 2 }).first())).toBe(true);
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      expect(await isFocused(linkOf(page, 0))).toBe(true);
      expect([path, new URL(page.url()).search]).toEqual([path, '']);

      await page.keyboard.press('Enter');
      await openedAt(page, 0);
      await page.keyboard.press('j');
      await openedAt(page, 1);
      await press(page, 'Close details');
      await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
      await page.goBack();
      await openedAt(page, 1);
      await page.goBack();
      await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
    }
    expect(problems).toEqual([]);
  }, 180_000);

  it('reads only the record where somebody stops, and none in a window without room', async () => {
    const account = await createSignedIn(service);
    for (let count = 0; count < 8; count++) await createProduct(account);
    await using visit = await open(`${service.url}/settings/products`, { viewport: HUGE, ...account });
    const { page } = visit;
    const read: string[] = [];
    page.on('request', (request) => {
      const { operationName, variables } = JSON.parse(request.postData() ?? '{}') as {
        operationName?: string;
        variables?: { id: string };
      };
      if (operationName === 'ProductPage') read.push(variables!.id);
    });
    await linkOf(page, 0).click();
    await openedAt(page, 0);
    await linkOf(page, 0).focus();
    read.length = 0;
    for (let count = 1; count < 8; count++) await page.keyboard.press('j', { delay: 0 });
    await openedAt(page, 7);
    const last = new URL(page.url()).searchParams.get('open')!;
    expect(read.at(-1)).toBe(last);
    expect(read.length).toBeLessThan(4);
    read.length = 0;
    await page.setViewportSize({ width: 1500, height: 900 });
    await goTo(page, service.url, `/products?open=${last}`);
    await linkOf(page, 0).waitFor();
    expect(await page.getByRole('complementary').count()).toBe(0);
    expect(read).toEqual([]);
  });

  it('says that a record is on another page of the list, or does not exist', async () => {
    const account = await createSignedIn(service);
    const { id } = await createProduct(account, { name: 'Rye Bread' });
    await createProduct(account, { name: 'Oat Loaf' });
    await using visit = await open(`${service.url}/settings/products?words=Oat&open=${id}`, {
      viewport: HUGE,
      ...account,
    });
    const { page } = visit;
    await page.getByRole('complementary', { name: 'Rye Bread' }).waitFor();
    await page.getByText('This product is not on this page of the list').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?words=Oat');
    for (const path of listsOfTheDay()) {
      await moveTo(page, `${path}?open=999999`);
      await page
        .getByRole('complementary')
        .getByText(/^This [a-z ]+ does not exist\.$/)
        .waitFor();
    }
  }, 60_000);

  it('changes a record from the panel, and shows it there and in the list', async () => {
    const account = await createSignedIn(service);
    await fillLists(account);
    await using visit = await open(`${service.url}/settings/products`, { viewport: HUGE, ...account });
    const { page, problems } = visit;
    await linkOf(page, 0).click();
    const panel = page.getByRole('complementary');
    await press(panel, 'Edit');
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Name').fill('Rye Bread');
    await page.keyboard.press('j');
    await press(dialog, 'Save');
    await page.getByRole('complementary', { name: 'Rye Bread' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Rye Bread' }).waitFor();

    const [{ id }] = (await account.call('GET', '/products?search=Rye+Bread')).json.data;
    for (const price of [11, 12, 13, 14]) await account.call('PATCH', `/products/${id}`, { body: { price } });
    await page.reload();
    await panel.getByRole('link', { name: 'View more' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rye Bread' }).waitFor();

    await moveTo(page, '/receipts');
    await linkOf(page, 0).click();
    await press(panel, 'Accept receipt');
    await page.getByText('No receipts wait for you').waitFor();
    await panel.getByText('This receipt is not on this page of the list').waitFor();

    await moveTo(page, '/returns');
    await linkOf(page, 0).click();
    await press(panel, 'More actions');
    await page.locator('[role=dialog]:popover-open').getByRole('button', { name: 'Undo return' }).click();
    await dialog.getByLabel('Why is it undone?').fill('Counted twice');
    await press(dialog, 'Undo return');
    await panel.getByText('Undone by').waitFor();
    expect(problems).toEqual([]);
  }, 60_000);
});
