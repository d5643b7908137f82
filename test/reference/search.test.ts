import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fileRoutes } from '../../src/file-routes.ts';
import { routes } from '../../src/rest/routes.ts';
import type { Guide } from '../../src/reference/guides.ts';
import { openApiOf } from '../../src/reference/document.ts';
import { searchEntries } from '../../src/reference/search-index.ts';
import { useService } from '../support/service/service.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();
const results = (page: Page) => page.getByRole('search').getByRole('link');

it('has every endpoint and every guide in the index, each under its own address', () => {
  const entries = searchEntries(openApiOf({ routes, fileRoutes }, ''));
  const titles = entries.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining([...routes.map(({ summary }) => summary), 'Roadmap']));
  expect(new Set(entries.map(({ url }) => url)).size).toBe(entries.length);
});

/** Queries as people type them, each with the guide that must come first. */
const QUESTIONS: [query: string, guide: Guide][] = [
  ['invite', 'people'],
  ['forgot password', 'people'],
  ['how do I add a colleague', 'people'],
  ['docker', 'containers'],
  ['export excel', 'pagination'],
  ['night window', 'import'],
  ['upload file', 'import'],
  ['how many requests', 'rate-limits'],
  ['429', 'rate-limits'],
  ['too many requests', 'rate-limits'],
  ['undo a mistake', 'corrections'],
  ['cancel a delivery', 'corrections'],
  ['recall', 'traceability'],
  ['best before', 'traceability'],
  ['proof of delivery', 'receipts'],
  ['webhook deactivated', 'webhooks'],
  ['retry twice', 'idempotency'],
  ['backup', 'operations'],
  ['nginx', 'production'],
  ['chatgpt', 'assistants'],
  ['erp', 'synchronization'],
  ['keyboard shortcuts', 'settings'],
  ['high availability', 'scaling'],
  ['vulnerability', 'security'],
  ['environment variables', 'configuration'],
  ['unauthorized', 'authentication'],
];

describeInChromium((open) => {
  it('finds the guide that answers what people type', async () => {
    await using visit = await open(`${service.url}/docs/roadmap`);
    const { page, problems } = visit;
    const first: [string, string | undefined][] = [];
    for (const [query] of QUESTIONS) {
      await page.getByRole('searchbox').fill(query);
      await expect.poll(() => page.getByRole('status').textContent()).toMatch(/result/i);
      const href = await results(page).first().getAttribute('href', { timeout: 2_000 });
      first.push([query, /^\/docs\/([\w-]+)/.exec(href ?? '')?.[1]]);
    }
    expect(first).toEqual(QUESTIONS);
    expect(problems).toEqual([]);
  });

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
