import type { Locator, Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { fillShop } from './shop.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo, pagePaths, settle } from '../support/service/settings.ts';
import { PASSWORD } from '../support/service/open-session.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { openersIn } from './openers.ts';

const DESKTOP = { width: 1280, height: 800 };
/** A phone on its side, and one whose keyboard is open. */
const SMALL = [
  { width: 667, height: 375 },
  { width: 320, height: 420 },
];
const PHONE = { width: 375, height: 667 };
const FILE = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nRye Bread\n') };
/** Shows what became of each line instead. */
const WITH_RESULTS = 'Record returns';
/** How far a notice may be from its button. */
const NEAR_PX = 300;

const service = useService({ worker: {}, signUp: true });

/** Opens each dialog of each page, after a look at the page itself. */
async function walkDialogs(
  page: Page,
  paths: readonly string[],
  visit: (dialog: Locator, opener: string, path: string) => Promise<void>,
  look: (path: string) => Promise<void> = async () => {},
): Promise<number> {
  let count = 0;
  for (const path of paths) {
    await moveTo(page, path);
    await look(path);
    for (const name of await openersIn(page, 'main')) {
      const button = page.getByRole('button', { name, exact: true }).first();
      if (!(await button.isVisible())) await anew(page, path);
      await button.click();
      await settle(page).catch(() => {
        throw new Error(`${path}: ${name} does not settle`);
      });
      const dialog = page.locator('dialog[open]');
      if ((await dialog.count()) === 0) {
        // A panel that opened lies over others.
        await page.keyboard.press('Escape');
        continue;
      }
      count += 1;
      await visit(dialog, name, path);
    }
  }
  return count;
}

/** Shows a page as it was first, without a reload, of which a minute allows only some. */
async function anew(page: Page, path: string): Promise<void> {
  await moveTo(page, '/nowhere');
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
  await moveTo(page, path);
}

/** Returns the name of what has the focus. */
function focusOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: it } = document;
    return it?.getAttribute('aria-label') ?? it?.textContent.trim() ?? '';
  });
}

/** Returns the buttons of a dialog that are not completely in the window. */
function hiddenButtons(dialog: Locator): Promise<string[]> {
  return dialog.locator('footer button').evaluateAll((all) =>
    all
      .filter((each) => {
        const { top, bottom, left, right } = each.getBoundingClientRect();
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || !each.contains(at);
      })
      .map((each) => each.textContent),
  );
}

/** Fills what is empty and required, with values of its kind. */
async function fill(page: Page, within: Locator): Promise<void> {
  for (const field of await within.locator('input:visible, select:visible, textarea:visible').all()) {
    const { type, isEmpty, isRequired, role, isNumber, max } = await field.evaluate(
      (each: HTMLInputElement) => ({
        type: each.type,
        isEmpty: each.value === '',
        isRequired: each.required || each.ariaRequired === 'true',
        role: each.role,
        isNumber: each.dataset.decimals !== undefined,
        max: each.max,
      }),
    );
    if (!isEmpty || !isRequired) continue;
    if (role === 'combobox') {
      await field.click();
      await page.locator('[role=option]').filter({ visible: true }).first().click();
    } else if (type === 'select-one') await field.selectOption({ index: 1 });
    else if (type === 'email') await field.fill('ada@supplier.example');
    else if (type === 'url') await field.fill('https://receiver.example/');
    else if (type === 'password') await field.fill(PASSWORD);
    else if (type === 'date') await field.fill(max || '2098-01-01');
    else if (type === 'file') await field.setInputFiles(FILE);
    else await field.fill(isNumber ? '1' : 'Something');
  }
  for (const group of await within.locator('fieldset[data-missing]').all()) {
    // Radio buttons are hidden behind their labels.
    const option = group.getByRole('checkbox').or(group.getByRole('radio')).first();
    await option.check({ force: true });
  }
  await change(within);
}

/** Changes one field: a change that changes nothing is not sent. */
async function change(within: Locator): Promise<void> {
  const firstOf = (fields: string) => within.locator(fields).filter({ visible: true }).first();
  const changes: [fields: string, change: (field: Locator) => Promise<unknown>][] = [
    [
      'input:is([type=text], :not([type])):not([role=combobox], [data-decimals], [readonly])',
      (field) => field.fill('Something else'),
    ],
    ['input[type=url]', (field) => field.fill('https://receiver.example/else')],
    ['input[type=email]', (field) => field.fill('another@supplier.example')],
    ['input[data-decimals]', (field) => field.fill('7')],
    [
      'select',
      async (field) => {
        const isFirst = await field.evaluate((each: HTMLSelectElement) => each.selectedIndex === 0);
        await field.selectOption({ index: isFirst ? 1 : 0 });
      },
    ],
  ];
  for (const [fields, change] of changes) {
    const field = firstOf(fields);
    if ((await field.count()) > 0) return void (await change(field));
  }
}

/** Returns whether a request changes something. */
function isChange(request: Request): boolean {
  if (request.method() !== 'POST') return false;
  return /\/import/.test(request.url()) || /\bmutation\b/.test(request.postData() ?? '');
}

/** Presses a button whose request fails. Returns what is wrong with how the failure is shown. */
async function faultsOfFailure(page: Page, button: Locator): Promise<string[]> {
  const faults: string[] = [];
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await button.scrollIntoViewIfNeeded();
    const failed = page.waitForEvent('requestfailed', { timeout: 5_000 }).catch(() => undefined);
    await button.click();
    if (!(await failed)) return [`sent nothing: ${await focusOf(page)}`];
    const shown = await page
      .waitForFunction(
        () => {
          const { activeElement: it } = document;
          if (!it?.matches('[role=alert]')) return;
          const { top, bottom } = it.getBoundingClientRect();
          return { top, bottom, isSeen: top >= 0 && bottom <= innerHeight };
        },
        undefined,
        { timeout: 5_000 },
      )
      .then((found) => found.jsonValue())
      .catch(() => undefined);
    if (!shown) {
      faults.push(`${size.width}: no notice has the focus, but ${await focusOf(page)}`);
      continue;
    }
    if (!shown.isSeen) faults.push(`${size.width}: the notice is out of view`);
    const box = (await button.boundingBox())!;
    const distance = Math.max(box.y - shown.bottom, shown.top - (box.y + box.height));
    if (distance > NEAR_PX) faults.push(`${size.width}: the notice is ${distance} pixels from its button`);
  }
  await page.setViewportSize(DESKTOP);
  return faults;
}

describeInChromium((open) => {
  it('gives the focus back after every dialog, whose buttons stay in view on small screens', async () => {
    const account = await createSignedIn(service);
    const addresses = await fillShop(account);
    const paths = pagePaths().map((path) => addresses[path] ?? path);
    await using visit = await open(`${service.url}/settings`, {
      viewport: DESKTOP,
      cookies: account.cookies,
    });
    const { page } = visit;
    const faults: string[] = [];
    const count = await walkDialogs(page, paths, async (dialog, opener, path) => {
      for (const size of SMALL) {
        await page.setViewportSize(size);
        const hidden = await hiddenButtons(dialog);
        if (hidden.length > 0) faults.push(`${path}: ${opener}: ${hidden.join(', ')} at ${size.height}`);
      }
      await page.setViewportSize(DESKTOP);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const focus = await focusOf(page);
      if (focus !== opener) faults.push(`${path}: ${opener}: the focus is at “${focus}”`);
    });
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(15);
  }, 240_000);

  it('shows why a save failed: beside the button, in view, with the focus', async () => {
    const account = await createSignedIn(service);
    const addresses = await fillShop(account);
    const paths = pagePaths().map((path) => addresses[path] ?? path);
    await using visit = await open(`${service.url}/settings`, {
      viewport: DESKTOP,
      cookies: account.cookies,
    });
    const { page } = visit;
    await page.route(
      () => true,
      (route) => (isChange(route.request()) ? route.abort() : route.continue()),
    );
    const faults: string[] = [];
    let count = 0;
    const tryOut = async (what: string, within: Locator, button: Locator) => {
      const found = await fill(page, within)
        .then(async () => {
          // A form that cannot be sent yet, such as one that waits for a file, cannot fail.
          if (!(await button.isVisible()) || !(await button.isEnabled())) return [];
          count += 1;
          return faultsOfFailure(page, button);
        })
        .catch((error: Error) => [error.message]);
      faults.push(...found.map((fault) => `${what}: ${fault}`));
    };
    await walkDialogs(
      page,
      paths,
      async (dialog, opener, path) => {
        const main = dialog.locator('footer :is(button[type=submit], [data-main])').first();
        const isSaving = (await main.count()) > 0 && !/Done|Close/.test(await main.innerText());
        // What drivers send waits on the phone.
        const isKept = path.startsWith('/stops/');
        if (isSaving && opener !== WITH_RESULTS && !isKept) await tryOut(`${path}: ${opener}`, dialog, main);
        await anew(page, path);
      },
      async (path) => {
        // What drivers send waits on the phone.
        if (path.startsWith('/stops/')) return;
        for (const form of await page.locator('main form:has(button[type=submit])').all()) {
          await tryOut(path, form, form.locator('button[type=submit]').first());
        }
        await anew(page, path);
      },
    );
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(25);
  }, 400_000);
});
