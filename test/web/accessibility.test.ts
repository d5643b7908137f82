import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { COLOURS, kindsIn, overflowOf, violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { openersIn } from './openers.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, moveTo, pagePaths, settle } from '../support/service/settings.ts';
import { fillShop } from './shop.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 375, height: 812 } };

const service = useService({ worker: {}, signUp: true });

interface Where {
  /** The selector of the part to check (default: the page without its frame, which is checked once). */
  within?: string;
  /** The themes to check colours in (default: both). */
  themes?: readonly ('dark' | 'light')[];
}

const THEMES = ['dark', 'light'] as const;

/** The rules that can find something else on a phone, where tables become cards and the navigation a menu. */
const LAYOUT = [
  'aria-hidden-focus',
  'button-name',
  'duplicate-id-aria',
  'heading-order',
  'label',
  'landmark-one-main',
  'landmark-unique',
  'link-name',
  'list',
  'listitem',
  'nested-interactive',
  'page-has-heading-one',
  'region',
  'scrollable-region-focusable',
  'target-size',
];

/** Returns what axe finds at both widths, and whether content is wider than the window. */
async function faultsOf(page: Page, what: string, { within = 'main', themes = THEMES }: Where = {}) {
  const faults: string[] = [];
  if (themes.length === 0) faults.push(...(await violationsOf(page, within, { except: COLOURS })));
  // Colours do not depend on the width, and only they on the theme.
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    const found = await violationsOf(page, within, index === 0 ? {} : { only: COLOURS });
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`));
  }
  if ((await overflowOf(page)) > 0) faults.push('is too wide for a desktop');
  await page.setViewportSize(PHONE.viewport);
  faults.push(...(await phoneFaultsOf(page, within)));
  await page.setViewportSize(DESKTOP.viewport);
  return faults.map((fault) => `${what} ${fault}`);
}

/** Returns what is wrong with what a phone shows now. */
async function phoneFaultsOf(page: Page, within: string) {
  // What a dialog contains does not depend on the width.
  const isPage = within === 'main' || within === 'html';
  const found = await violationsOf(page, within, { only: isPage ? LAYOUT : ['target-size'] });
  const faults = found.map((fault) => `on a phone: ${fault}`);
  const overflow = isPage ? await overflowOf(page) : await overflowIn(page, within);
  return overflow > 0 ? [...faults, `is ${overflow} pixels too wide for a phone`] : faults;
}

/** Returns by how many pixels a dialog scrolls sideways. */
function overflowIn(page: Page, within: string): Promise<number> {
  return page
    .locator(within)
    .first()
    .evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
}

/** Checks what each button opens that only a phone shows, such as the filters of a list. */
async function lookIntoPhone(page: Page, path: string) {
  const onDesktop = await openersIn(page, 'main');
  await page.setViewportSize(PHONE.viewport);
  const faults: string[] = [];
  const onlyOnPhone = (await openersIn(page, 'main')).difference(onDesktop);
  for (const name of onlyOnPhone) {
    await page.getByRole('button', { name, exact: true }).first().click();
    const found = await phoneFaultsOf(page, 'main');
    faults.push(...found.map((fault) => `${path}: ${name} ${fault}`));
  }
  await page.setViewportSize(DESKTOP.viewport);
  return { opened: onlyOnPhone.size, faults };
}

/**
 * Checks each dialog, menu and table that a button of the page opens, unless one of the same kinds of
 * elements has been checked: all lists have the dialog of their columns.
 */
async function lookIntoDialogs(page: Page, path: string, checked: Set<string>, where = 'main') {
  const faults: string[] = [];
  let dialogs = 0;
  checked.add(await kindsIn(page, 'main'));
  for (const name of await openersIn(page, where)) {
    const button = page.getByRole('button', { name, exact: true }).first();
    // A dialog opened before may cover it.
    if (!(await button.isVisible())) await goTo(page, service.url, path);
    const isOpener = (await button.getAttribute('aria-haspopup')) === 'dialog';
    await button.click();
    const dialog = page.getByRole('dialog');
    if (isOpener) await dialog.waitFor();
    await settle(page);
    const isDialog = (await dialog.count()) > 0;
    // The page behind a dialog was checked before.
    const within = isDialog ? '[role=dialog]:popover-open, dialog[open]' : 'main';
    const look = isDialog ? { within } : { within, themes: [] };
    const kinds = await kindsIn(page, within);
    if (!checked.has(kinds)) faults.push(...(await faultsOf(page, `${path}: ${name}`, look)));
    checked.add(kinds);
    if (!isDialog) continue;
    dialogs += 1;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  return { dialogs, faults };
}

describeInChromium((open) => {
  it('has no accessibility problems on any page, with data and with open dialogs', async () => {
    const account = await createSignedIn(service);
    const addresses = await fillShop(account);
    const paths = pagePaths().map((path) => addresses[path] ?? path);
    expect(paths.filter((path) => path.includes(':'))).toEqual([]);
    await using visit = await open(`${service.url}/settings`, { ...DESKTOP, cookies: account.cookies });
    const faults: string[] = [];
    const checked = new Set<string>();
    let dialogs = 0;
    let opened = 0;
    for (const path of paths) {
      await moveTo(visit.page, path);
      faults.push(...(await faultsOf(visit.page, path)));
      const onPhone = await lookIntoPhone(visit.page, path);
      faults.push(...onPhone.faults);
      opened += onPhone.opened;
      const found = await lookIntoDialogs(visit.page, path, checked);
      faults.push(...found.faults);
      dialogs += found.dialogs;
    }
    await goTo(visit.page, service.url, '/deliveries');
    await visit.page.getByLabel('Select all on this page').check();
    faults.push(...(await faultsOf(visit.page, 'selected deliveries')));
    const acts = await lookIntoDialogs(visit.page, '/deliveries', checked, '[aria-label=Selection]');
    faults.push(...acts.faults);
    expect(faults).toEqual([]);
    expect(dialogs).toBeGreaterThan(8);
    expect(opened).toBeGreaterThan(3);
    expect(visit.problems).toEqual([]);
  }, 900_000);

  it('has none without data, nor before signing in', async () => {
    const { cookies } = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { ...DESKTOP, cookies });
    const faults: string[] = [];
    for (const [index, path] of [...pagePaths(), '/nowhere'].entries()) {
      await moveTo(visit.page, path.replaceAll(/:\w+/g, '404404'));
      // What is empty looks alike on all pages.
      faults.push(...(await faultsOf(visit.page, `empty ${path}`, { themes: [THEMES[index % 2]!] })));
    }
    faults.push(...(await faultsOf(visit.page, 'the frame', { within: 'html' })));
    expect(visit.problems).toEqual([]);
    await visit.page.context().clearCookies();
    for (const path of ['/', '/sign-up']) {
      await goTo(visit.page, service.url, path);
      faults.push(...(await faultsOf(visit.page, `signed out ${path}`, { within: 'html' })));
    }
    expect(faults).toEqual([]);
    expect(visit.problems).toEqual([]);
  }, 900_000);

  it('opens its navigation on a phone', async () => {
    const { cookies } = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, { ...PHONE, cookies });
    await settle(visit.page);
    await visit.page.getByRole('button', { name: 'Menu' }).click();
    expect(await phoneFaultsOf(visit.page, 'html')).toEqual([]);
    await visit.page.getByRole('link', { name: 'Account' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await expect.poll(() => visit.page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    expect(visit.problems).toEqual([]);
  });
});
