import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { createDelivery, createProduct, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { press } from '../support/web/press.ts';

const service = useService();

/** Calls `handle` for the requests of an operation. */
async function intercept(page: Page, operation: string, handle: (route: Route) => Promise<void>) {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes(`query ${operation}`) ? handle(route) : route.fallback(),
  );
}

describeInChromium((open) => {
  it('waits for the look-up of a lot before a withdrawal starts', async () => {
    const account = await createSignedIn(service);
    const { id } = await createProduct(account);
    await using visit = await open(`${service.url}/settings/withdrawals/new?productId=${id}`, account);
    const { page, problems } = visit;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await intercept(page, 'WithdrawalPreview', async (route) => {
      await answered;
      await route.fallback();
    });
    await page.getByRole('group', { name: 'Kind' }).getByText('Withdrawal').click();
    await page.getByLabel('Reason').fill('Glass');
    await page.getByLabel('Instruction').fill('Hold it');
    await page.getByLabel('Lots', { exact: true }).last().fill('mistyped');
    await press(page, 'Start withdrawal');
    await page.getByText('Waiting for the search to finish…').waitFor();
    answer();
    await page.getByText('No delivery has these goods').waitFor();
    const { withdrawals } = await ask(account, '{ withdrawals { totalCount } }');
    expect(withdrawals.totalCount).toBe(0);
    expect(problems).toEqual([]);
  });

  it('says what failed, keeps the frame, and reads it again by itself', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account);
    const message = 'An unexpected error occurred. Try again';
    const failures: [failure: Parameters<Route['fulfill']>[0] | undefined, words: RegExp, isOver: boolean][] =
      [
        [
          { status: 502, contentType: 'text/html', body: '<h1>Bad gateway' },
          /not available now \(status 502\)/,
          true,
        ],
        [undefined, /Cannot reach the service/, true],
        [
          {
            status: 200,
            headers: { 'X-Request-Id': 'r-1' },
            json: { data: null, errors: [{ message, extensions: { code: 'internal_error' } }] },
          },
          /failed unexpectedly.* report request r-1/,
          false,
        ],
      ];
    for (const [failure, words, isOver] of failures) {
      await using visit = await open(`${service.url}/settings/products`, account);
      const { page } = visit;
      let isFailing = true;
      await intercept(page, 'DeliveryPage', (route) => {
        if (!isFailing) return route.fallback();
        return failure ? route.fulfill(failure) : route.abort();
      });
      await page.goto(`${service.url}/settings/deliveries/${id}`);
      await page.getByRole('alert').filter({ hasText: words }).waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).waitFor();
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      isFailing = false;
      if (isOver) await page.evaluate(() => dispatchEvent(new Event('online')));
      else await press(page, 'Try again');
      await page.getByRole('table', { name: 'Products' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    }
  });

  it('asks before it withdraws a lot that could not be looked up', async () => {
    const account = await createSignedIn(service);
    const { id } = await createProduct(account);
    await using visit = await open(`${service.url}/settings/withdrawals/new?productId=${id}`, account);
    const { page } = visit;
    await intercept(page, 'WithdrawalPreview', (route) => route.abort());
    await page.getByRole('group', { name: 'Kind' }).getByText('Withdrawal').click();
    await page.getByLabel('Reason').fill('Glass');
    await page.getByLabel('Instruction').fill('Hold it');
    await page.getByLabel('Lots', { exact: true }).last().fill('L1');
    await press(page, 'Start withdrawal');
    await page.getByText('The deliveries with these goods could not be looked up').waitFor();
    const { withdrawals } = await ask(account, '{ withdrawals { totalCount } }');
    expect(withdrawals.totalCount).toBe(0);
    await press(page, 'Start withdrawal anyway');
    await heading(page, /^Withdrawal #\d+$/);
  });

  it.each(['Trouble', 'FailingWebhooks'])(
    'claims no trouble-free day while %s is not read',
    async (operation) => {
      const account = await createSignedIn(service);
      await createDelivery(account);
      await using visit = await open(`${service.url}/settings/products`, account);
      const { page } = visit;
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      await intercept(page, operation, async (route) => {
        await answered;
        await route.fallback();
      });
      await page.goto(`${service.url}/settings`);
      const cell = page.getByRole('region', { name: 'Trouble' });
      await cell.getByText('Not known yet').waitFor();
      answer();
      await cell.getByText('None', { exact: true }).waitFor();
      expect(await cell.getByText('Not known yet').count()).toBe(0);
    },
  );

  it('shows the new day on a page that stays open over midnight', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account, { delivery_date: inDays(1) });
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page } = visit;
    await page.clock.install();
    await page.goto(`${service.url}/settings`);
    await page.getByText('No deliveries are due today.').waitFor();
    await page.clock.fastForward(24 * 60 * 60_000);
    const row = page.getByRole('table', { name: 'Deliveries today' }).getByText(`#${id}`);
    await expect.poll(() => row.count()).toBe(1);
  });
});
