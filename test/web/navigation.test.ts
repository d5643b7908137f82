import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, moveTo } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

const DEVELOPERS = ['API keys', 'Webhooks', 'Requests', 'Usage', 'GraphiQL'];

const navigationOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });

async function entriesOf(page: Page): Promise<string[]> {
  const texts = await navigationOf(page).getByRole('link').allInnerTexts();
  return texts.map((text) => text.trim());
}

describeInChromium((open) => {
  it.each([
    ['developer', DEVELOPERS, true],
    ['member', [], false],
    ['viewer', [], false],
    ['driver', [], false],
  ])('shows a %s the pages of developers that the role needs', async (role, shown, hasQueries) => {
    const account = await createSignedIn(service);
    await service.database.pool.query('UPDATE people SET role = $2 WHERE account_id = $1', [
      account.id,
      role,
    ]);
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    await navigationOf(page).waitFor();
    expect((await entriesOf(page)).filter((entry) => DEVELOPERS.includes(entry))).toEqual(shown);
    if (role !== 'driver') await goTo(page, service.url, '/analytics');
    expect((await page.getByRole('link', { name: /^Open in GraphiQL/ }).count()) > 0).toBe(hasQueries);
    expect(problems).toEqual([]);
  });

  it('leads to the pages of the day, then to those of developers, then to the account', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    await navigationOf(page).waitFor();
    const entries = await entriesOf(page);
    const day = ['Today', 'Deliveries', 'Standing orders', 'Calendar', 'Returns', 'Products', 'Supermarkets'];
    const rest = ['Trace', 'Withdrawals', 'Performance', 'Analytics', 'Imports'];
    const order = [...day, ...rest, ...DEVELOPERS, 'Account', 'People'];
    expect(entries.filter((entry) => order.includes(entry))).toEqual(order);
    await service.database.pool.query(`UPDATE accounts SET name = 'Åse Øl & Brød' WHERE id = $1`, [
      account.id,
    ]);
    await page.reload();
    await page.getByRole('banner').getByText('Åse Øl & Brød').waitFor();
    expect(await page.getByRole('banner').locator('[data-initials]').getAttribute('data-initials')).toBe(
      'ÅØ',
    );
    // Inter, once it has loaded.
    expect(await page.evaluate(() => document.fonts.check('1em "Inter Variable"'))).toBe(true);
    expect(problems).toEqual([]);
  });

  it('remembers in this browser that the pages of developers are folded, and unfolds them on one of them', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    const fold = navigationOf(page).getByRole('button', { name: 'Developers' });
    await fold.waitFor();
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    await fold.click();
    await page.reload();
    await fold.waitFor();
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    expect((await entriesOf(page)).filter((entry) => DEVELOPERS.includes(entry))).toEqual([]);
    await goTo(page, service.url, '/webhooks');
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    await navigationOf(page).getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await moveTo(page, '/products');
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false');
    expect(problems).toEqual([]);
  });
});
