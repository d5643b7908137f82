import { expect, it } from 'vitest';
import { useService } from '../support/service/service.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();
const WAIT = { timeout: 50_000 };

describeInChromium((open) => {
  it.each(['dark', 'light'] as const)(
    'shows GraphiQL with enough contrast in the %s theme',
    async (theme) => {
      await using visit = await open(`${service.url}/graphql`, { colorScheme: theme });
      const { page } = visit;
      await page.getByText('Provender', { exact: true }).waitFor(WAIT);
      await page.locator('.result-window .mtk1').first().waitFor(WAIT);
      expect(await violationsOf(page, '.graphiql-container', { only: ['color-contrast'] })).toEqual([]);
    },
  );
});
