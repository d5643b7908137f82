import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { openApiOf } from '../../src/reference/document.ts';
import { searchEntries } from '../../src/reference/search-index.ts';
import { useService } from '../support/service/service.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();
const results = (page: Page) => page.getByRole('search').getByRole('link');

it('has every endpoint and every guide in the index, each under its own address', () => {
  const entries = searchEntries(openApiOf(routes, ''));
  const titles = entries.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining([...routes.map(({ summary }) => summary), 'Roadmap']));
  expect(new Set(entries.map(({ url }) => url)).size).toBe(entries.length);
});

describeInChromium((open) => {
  it('finds sections of the guides and endpoints', async () => {
    await using visit = await open(`${service.url}/docs/quickstart`);
    const { page, problems } = visit;
    const found = async (query: string) => {
      await page.getByRole('searchbox').fill(query);
      await page
        .getByRole('status')
        .getByText(/result/i)
        .waitFor();
      return results(page).allInnerTexts();
    };
    expect((await found('create delivery'))[0]).toBe('Create a delivery\nQuickstart');
    expect(await found('POST deliveries')).toContain('Create a delivery\nPOST /api/v1/deliveries');
    expect((await found('conc req'))[0]).toBe('Concurrent requests\nRate limits');
    expect((await found('DATABASE_URL'))[0]).toMatch(/\nConfiguration$|\nProduction$|\nOperations$/);
    expect(await found('no such thing anywhere')).toEqual([]);
    expect(await page.getByRole('status').textContent()).toBe('No results. Try fewer or shorter words.');
    expect(problems).toEqual([]);
  });

  it('is used by the keyboard alone, and leads to what it found', async () => {
    await using visit = await open(`${service.url}/docs/versioning`);
    const { page, problems } = visit;
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('if-match');
    await results(page).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(
      await results(page)
        .first()
        .evaluate((link) => link === document.activeElement),
    ).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await results(page).count()).toBe(0);
    await page.keyboard.type('change only what you have seen');
    await results(page).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${service.url}/docs/conditional-requests#change-only-what-you-have-seen`);
    expect(problems).toEqual([]);
  });
});
