import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

/** The responses that come in place of the session, and the words of the page. */
const FAILURES: [name: string, fail: (route: Route) => Promise<void>, says: RegExp][] = [
  [
    'an error of the service',
    (route) =>
      route.fulfill({
        status: 500,
        json: { errors: [{ message: 'Internal error', extensions: { code: 'internal_error' } }] },
      }),
    /^The service failed unexpectedly\./,
  ],
  [
    "a proxy's page",
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    /^The service is not available now \(status 502\)\./,
  ],
  [
    'the page of a network that wants a sign-in',
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Hotel</h1>' }),
    /^Something between this page and the service responded in its place\./,
  ],
  ['no network', (route) => route.abort(), /^Cannot reach the service\./],
];

describeInChromium((open) => {
  it.each(FAILURES)(
    'keeps a frame at %s in place of the session, and goes on by itself',
    async (_, fail, says) => {
      const account = await createSignedIn(service);
      await using visit = await open(`${service.url}/settings`, account);
      const { page } = visit;
      await page.route('**/graphql*', fail);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Provender cannot be loaded' }).waitFor();
      const notice = page.getByRole('alert');
      expect(await notice.innerText()).toMatch(says);
      await notice.getByText('The page tries again every few seconds.').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.unroute('**/graphql*');
      await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    },
  );
});
