import { expect, it } from 'vitest';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { fillShop } from './shop.ts';
import { createPerson } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo, pagePaths } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const LOW = { width: 1280, height: 720 };
const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
const TARGET_PX = 44;

const service = useService({ worker: {}, signUp: true });

describeInChromium((open) => {
  it('moves no action of a page while it loads', async () => {
    const account = await createSignedIn(service);
    await fillShop(account);
    // Its banner is about another page.
    await service.database.pool.query(
      `UPDATE webhook_subscriptions SET status = 'active', deactivated_at = NULL, deactivation_error = NULL
       WHERE account_id = $1`,
      [account.id],
    );
    await using visit = await open(`${service.url}/settings`, { ...PHONE, cookies: account.cookies });
    const { page } = visit;
    let gate = Promise.withResolvers<void>();
    gate.resolve();
    let held = 0;
    await page.route('**/graphql', async (route) => {
      held += 1;
      await gate.promise;
      await route.continue().catch(() => {});
    });
    const boxes = () =>
      page
        .locator('#content header')
        .first()
        .locator(':is(a, button):enabled')
        .evaluateAll((all) =>
          Object.fromEntries(
            all
              .filter((each) => each.checkVisibility() && each.textContent)
              .map((each) => [each.textContent, JSON.stringify(each.getBoundingClientRect())]),
          ),
        );
    const faults: string[] = [];
    for (const path of pagePaths().filter((each) => !each.includes(':') && each !== '/')) {
      const title = await page.locator('#content h1').innerText();
      gate = Promise.withResolvers<void>();
      held = 0;
      await page.evaluate((address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/settings${path}`);
      // The page before has gone, and this one has no data yet; some have no heading without it.
      await expect
        .poll(async () => {
          const [shown] = await page.locator('#content h1').allInnerTexts();
          return shown === undefined ? held > 0 : shown !== title;
        })
        .toBe(true);
      const before = await boxes();
      gate.resolve();
      await moveTo(page, path);
      const after = await boxes();
      const moved = Object.keys(before).filter((name) => after[name] && after[name] !== before[name]);
      faults.push(...moved.map((name) => `${path}: ${name}`));
    }
    expect(faults).toEqual([]);
  }, 120_000);

  it('shows who is signed in and the way out in a low window', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { viewport: LOW, ...account });
    const button = visit.page.getByRole('button', { name: 'Sign out' });
    await button.waitFor();
    const isOnTop = await button.evaluate((each) => {
      const { top, bottom, left } = each.getBoundingClientRect();
      return bottom <= innerHeight && each.contains(document.elementFromPoint(left + 20, (top + bottom) / 2));
    });
    expect(isOnTop).toBe(true);
  });

  it('gives a thumb 44 pixels on the pages of drivers', async () => {
    const account = await createSignedIn(service);
    const addresses = await fillShop(account);
    await using visit = await open(`${service.url}/settings`, { ...PHONE, cookies: account.cookies });
    const { page } = visit;
    const faults: string[] = [];
    for (const path of ['/stops', '/stops/:id']) {
      await moveTo(page, addresses[path] ?? path);
      const small = await page
        .locator(':is(header, main) :is(a, button, input, select, textarea):not([type=hidden])')
        .evaluateAll(
          (all, least) =>
            all.flatMap((each) => {
              if (!each.checkVisibility()) return [];
              // The whole row or label can be pressed.
              const target = each.closest('label, tr') ?? each;
              const { width, height } = target.getBoundingClientRect();
              const name = each.getAttribute('aria-label') ?? each.getAttribute('name') ?? each.textContent;
              return width <= 1 || (width >= least && height >= least) ? [] : [`${name} ${width}×${height}`];
            }),
          TARGET_PX,
        );
      faults.push(...small.map((each) => `${path}: ${each}`));
    }
    expect(faults).toEqual([]);
  });

  it('keeps the head of a long table in view', async () => {
    const account = await createSignedIn(service);
    for (let count = 0; count < 20; count++) await createProduct(account);
    await using visit = await open(`${service.url}/settings/products`, {
      viewport: { width: 1280, height: 500 },
      ...account,
    });
    const { page } = visit;
    await page.getByRole('row').nth(20).scrollIntoViewIfNeeded();
    const head = page.getByRole('columnheader', { name: 'Price' });
    await expect.poll(async () => (await head.boundingBox())!.y).toBe(0);
  });

  it('finds one of many branches', async () => {
    const account = await createSignedIn(service);
    const branches = Array.from({ length: 30 }, (_, index) => ({
      name: `Branch ${index}`,
      address: `${index} Mill Lane`,
    }));
    const { id } = await createSupermarket(account, { branches });
    await using visit = await open(`${service.url}/settings/supermarkets/${id}`, account);
    const { page } = visit;
    const rows = page.getByRole('region', { name: 'Table: Branches' }).locator('tbody tr');
    await page.getByLabel('Search branches').fill('lane 17');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByText('1 of 30 branches').waitFor();
    await page.getByLabel('Search branches').fill('nowhere');
    await page.getByText('No branches match this search').waitFor();
  });

  it('reaches the actions for selected rows with one Tab, and goes on from there', async () => {
    const account = await createSignedIn(service);
    for (let count = 0; count < 3; count++) await createProduct(account);
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page } = visit;
    const box = page.getByRole('checkbox', { name: /^Select P-0003/ }).or(page.getByRole('checkbox').nth(1));
    await box.first().focus();
    await page.keyboard.press('Space');
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.waitFor();
    const isIn = () => bar.evaluate((each) => each.contains(document.activeElement));
    expect(await isIn()).toBe(false);
    await page.keyboard.press('Tab');
    expect(await isIn()).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await box.first().evaluate((each) => each === document.activeElement)).toBe(true);
    const actions = await bar.getByRole('button').count();
    for (let step = 0; step < actions; step++) await page.keyboard.press('Tab');
    expect(await isIn()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await isIn()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex)).toBe(1);
  });

  it('moves the focus to the nearest heading when the row goes that a dialog was opened from', async () => {
    const account = await createSignedIn(service);
    await createPerson(account);
    await using visit = await open(`${service.url}/settings/people`, account);
    const { page } = visit;
    const remove = page.getByRole('button', { name: /^Remove person-of-/ });
    await remove.click();
    await press(page.getByRole('dialog'), 'Remove person');
    await remove.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^H[12]$/);
  });

  it('keeps the navigation beside a page that fails, and shows the next one', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page } = visit;
    await page.route('**/graphql', async (route) => {
      if (!/query UsagePage/.test(route.request().postData() ?? '')) return route.continue();
      await route.fulfill({ json: { data: { account: {} } } });
    });
    await moveTo(page, '/usage');
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    expect(await page.getByRole('main').count()).toBe(1);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Supermarkets' }).click();
    await page.getByRole('heading', { level: 1, name: 'Supermarkets' }).waitFor();
  });
});
