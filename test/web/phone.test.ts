import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { openFilters } from './filters.ts';
import { fillShop } from './shop.ts';
import { createPerson } from '../support/service/account.ts';
import { createDelivery, createReturn } from '../support/records/records.ts';
import { day } from './dashboard.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, moveTo, pagePaths } from '../support/service/settings.ts';

const PHONE = { viewport: { width: 375, height: 812 }, locale: 'en-GB' };
const DESKTOP = { width: 1280, height: 800 };
/** The characters that a line of a name has room for, by the width of the phone. */
const ROOM = [
  [390, 11],
  [320, 6],
] as const;

const service = useService({ worker: {} });

/** Returns what scrolls sideways on a desktop, or is beyond the card that it belongs to. */
function outsideOfCards(page: Page): Promise<string[]> {
  return page.locator('#content').evaluate((main) => {
    const scrolling = [...main.querySelectorAll('[role=region]')].filter(
      (each) => each.scrollWidth > each.clientWidth + 1,
    );
    const beyond = [...main.querySelectorAll('section')].flatMap((card) => {
      const { left, right } = card.getBoundingClientRect();
      return [...card.querySelectorAll('a, button, td, dd, p, input')].filter((each) => {
        const box = each.getBoundingClientRect();
        return each.checkVisibility() && box.width > 1 && (box.right > right + 1 || box.left < left - 1);
      });
    });
    return [...scrolling, ...beyond].map(
      (each) => each.getAttribute('aria-label') ?? each.textContent.slice(0, 40),
    );
  });
}

/**
 * Returns the names that take a line for fewer characters than `least`, and by how much the page is too wide.
 */
function squeezedIn(page: Page, least: number): Promise<string[]> {
  return page.locator('#content').evaluate(async (main, least) => {
    function look(): string[] {
      const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode;
        const range = document.createRange();
        range.selectNodeContents(text);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
        const length = text.textContent!.trim().length;
        // A long text takes many lines; a name should not take one for each of its words.
        if (lines > 2 && length / lines < least) found.push(`${lines} lines: ${text.textContent}`);
      }
      const { clientWidth, scrollWidth } = document.documentElement;
      return scrollWidth > clientWidth ? [...found, `${scrollWidth} pixels wide`] : found;
    }
    // Charts are drawn anew some frames after the width has changed.
    let found = look();
    for (let frame = 0; frame < 60 && found.length > 0; frame++) {
      await new Promise(requestAnimationFrame);
      found = look();
    }
    return found;
  }, least);
}

describeInChromium((open) => {
  it('fits every page, its cards and its names on a desktop and on phones', async () => {
    const account = await createSignedIn(service);
    const person = await createPerson(account);
    await service.database.pool.query(
      `INSERT INTO second_factors (account_id, person_id, secret, confirmed_at) VALUES ($1, $2, '-', now())`,
      [account.id, person],
    );
    const addresses = await fillShop(account);
    await using visit = await open(`${service.url}/settings`, { viewport: DESKTOP, ...account });
    const { page } = visit;
    const faults: string[] = [];
    for (const path of pagePaths().map((each) => addresses[each] ?? each)) {
      await moveTo(page, path);
      const found = await outsideOfCards(page);
      // Notes look on a screen as on paper.
      for (const [width, least] of /note/.test(path) ? [] : ROOM) {
        await page.setViewportSize({ width, height: 800 });
        found.push(...(await squeezedIn(page, least)).map((each) => `on ${width} pixels: ${each}`));
      }
      await page.setViewportSize(DESKTOP);
      faults.push(...found.map((each) => `${path}: ${each}`));
    }
    expect(faults).toEqual([]);
  }, 600_000);

  it('shows the dates of lists on a phone', async () => {
    const account = await createSignedIn(service);
    const delivery = await createDelivery(account);
    const returned = await createReturn(account);
    await using visit = await open(`${service.url}/settings/deliveries`, { ...PHONE, ...account });
    const { page, problems } = visit;
    const row = page.getByRole('row').filter({ hasText: `#${delivery.id}` });
    await row.getByText(day(delivery.delivery_date)).filter({ visible: true }).waitFor();
    await goTo(page, service.url, '/returns');
    const line = page.getByRole('row').filter({ hasText: `#${returned.id}` });
    await line.getByText(day(returned.return_date)).filter({ visible: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it('shows every range of analytics on a phone', async () => {
    const account = await createSignedIn(service);
    // An account without deliveries has no figures.
    await createDelivery(account);
    await using visit = await open(`${service.url}/settings/analytics`, { ...PHONE, ...account });
    const choices = visit.page.locator('fieldset:has(input[type=radio])');
    await choices.first().waitFor();
    const hidden = await choices.evaluateAll((all) =>
      all
        .flatMap((each) => [...each.querySelectorAll('div')])
        .filter((each) => each.scrollWidth > each.clientWidth),
    );
    expect(hidden).toEqual([]);
  });

  it('shows on a phone what a list is filtered by, and removes it with one press', async () => {
    const account = await createSignedIn(service);
    await createDelivery(account);
    await using visit = await open(`${service.url}/settings/deliveries`, { ...PHONE, ...account });
    const { page, problems } = visit;
    const status = page.getByLabel('Status');
    await page.getByText('1 delivery', { exact: true }).waitFor();
    expect(await status.isVisible()).toBe(false);
    await openFilters(page);
    await status.selectOption('Completed');
    await page.getByText('No deliveries match these filters').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => status.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Remove filter Status: Completed' }).click();
    await page.getByText('1 delivery', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    expect(problems).toEqual([]);
  });
});
