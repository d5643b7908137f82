import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { openFilters } from './filters.ts';
import { fillShop } from './shop.ts';
import { createDelivery, createReturn } from '../support/records/records.ts';
import { day } from './dashboard.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, moveTo, pagePaths } from '../support/service/settings.ts';

const PHONE = { viewport: { width: 375, height: 812 }, locale: 'en-GB' };

const service = useService({ worker: {} });

describeInChromium((open) => {
  it.each([
    [11, 390],
    [6, 320],
  ])(
    'leaves names room for %i characters a line on %i pixels',
    async (least, width) => {
      const account = await createSignedIn(service);
      const addresses = await fillShop(account);
      await using visit = await open(`${service.url}/settings`, {
        viewport: { width, height: 800 },
        cookies: account.cookies,
      });
      const { page } = visit;
      const faults: string[] = [];
      for (const path of pagePaths().map((each) => addresses[each] ?? each)) {
        await moveTo(page, path);
        // Notes look on a screen as on paper.
        if (/note/.test(path)) continue;
        const squeezed = await page.locator('#content').evaluate((main, least) => {
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
        }, least);
        faults.push(...squeezed.map((each) => `${path}: ${each}`));
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );

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
