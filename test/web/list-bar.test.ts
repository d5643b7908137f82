import { expect, it } from 'vitest';
import { createDelivery } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { openFilters } from './filters.ts';

const service = useService();

describeInChromium((open) => {
  it('shows each filter that is set as a chip, and looks at months and quarters', async () => {
    const account = await createSignedIn(service);
    await createDelivery(account);
    await using visit = await open(`${service.url}/settings/deliveries?createdFrom=2020-01-01T00:00:00Z`, {
      ...account,
      timezoneId: 'UTC',
    });
    const { page, problems } = visit;
    const chip = (name: RegExp) => page.getByRole('button', { name });
    await chip(/^Remove filter Created since: /).waitFor();
    await openFilters(page);
    expect(await violationsOf(page, '[role=dialog]')).toEqual([]);
    await page.getByLabel('Status').selectOption('Pending');
    await page.getByRole('button', { name: 'Last quarter' }).click();
    await page.getByText('No deliveries match these filters').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Filter');
    const now = new Date();
    const first = now.getUTCMonth() - (now.getUTCMonth() % 3) - 3;
    const dayOf = (month: number, date: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), month, date)).toISOString().slice(0, 10);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('dateFrom')).toBe(dayOf(first, 1));
    expect(searchParams.get('dateTo')).toBe(dayOf(first + 3, 0));
    await chip(/^Remove filter Delivery date: Last quarter$/).click();
    await page.getByText('1 delivery', { exact: true }).waitFor();
    await chip(/^Remove filter Status: Pending$/).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?createdFrom=2020-01-01T00%3A00%3A00Z');
    expect(problems).toEqual([]);
  });

  it('offers the actions of a delivery in its row, by mouse and keyboard', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account);
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page, problems } = visit;
    const menu = page.getByRole('button', { name: `Actions for delivery #${id}` });
    const isShown = () => menu.evaluate((each) => getComputedStyle(each.parentElement!).opacity === '1');
    await menu.waitFor();
    expect(await isShown()).toBe(false);
    await page.getByRole('row').nth(1).hover();
    expect(await isShown()).toBe(true);
    await page.mouse.move(0, 0);
    await menu.focus();
    expect(await isShown()).toBe(true);
    await page.keyboard.press('Enter');
    const actions = page.getByRole('dialog', { name: `Actions for delivery #${id}` });
    await actions.waitFor();
    expect(await violationsOf(page, '[role=dialog]:popover-open')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent.trim()))
      .toBe('Delivery note');
    await actions.getByRole('button', { name: 'Mark as in transit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as in transit' }).click();
    await page.getByRole('row', { name: /In transit/ }).waitFor();
    await menu.click();
    expect(await actions.getByRole('button', { name: 'Cancel delivery' }).count()).toBe(0);
    await actions.getByRole('link', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: 'New delivery' }).waitFor();
    expect(problems).toEqual([]);
  });
});
