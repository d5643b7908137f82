import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium, type Open } from '../support/web/browser.ts';
import { request } from '../support/http/http.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';
import { PATIENCE } from '../support/webhook/webhook.ts';

const service = useService();

/** A request of a key, and its status. */
async function send(key: string, path: string, times: number) {
  const statuses: number[] = [];
  for (let sent = 0; sent < times; sent++) {
    statuses.push((await request(service.url, 'GET', path, { key })).status);
  }
  return statuses;
}

/** Returns the cells of a table's row. */
function cellsOf(page: Page, table: string, row: string) {
  return page
    .getByRole('region', { name: `Table: ${table}` })
    .getByRole('row')
    .filter({ hasText: row })
    .locator('td')
    .allInnerTexts();
}

/** Stores requests of the account's first key with times in the past. */
async function remember({ id }: SignedIn, hoursAgo: number, requests: number): Promise<void> {
  await service.database.pool.query(
    `INSERT INTO request_counts (account_id, key_id, hour, requests, refused, failed)
     SELECT $1, min(id), date_trunc('hour', now(), 'UTC') - make_interval(hours => $2), $3, 0, 1
     FROM api_keys WHERE account_id = $1`,
    [id, hoursAgo, requests],
  );
}

describeInChromium((open: Open) => {
  const visit = (account: SignedIn, path = '') =>
    open(`${service.url}/settings/usage${path}`, { cookies: account.cookies });

  it('shows the requests by key, and how much of the limits they use', async () => {
    const account = await createSignedIn(service, 'free');
    const { key } = await account.issue(['products:read']);
    await service.database.pool.query(
      `UPDATE api_keys SET name = 'Second' WHERE account_id = $1 AND last_four = $2`,
      [account.id, key.slice(-4)],
    );
    await using at = await visit(account);
    const { page } = at;
    await page.getByRole('heading', { name: 'Free plan' }).waitFor();
    await page.getByText('No requests in this period').waitFor();

    expect(await send(account.key, '/products', 5)).toEqual(Array(5).fill(200));
    expect(await send(account.key, '/products/404404', 2)).toEqual([404, 404]);
    expect(await send(key, '/products', 5)).toEqual([200, 200, 200, 429, 429]);

    const meter = (name: string) => page.getByRole('meter', { name });
    await expect.poll(() => meter('This minute').getAttribute('aria-valuetext'), PATIENCE).toBe('10 of 10');
    expect(await meter('This hour').getAttribute('aria-valuetext')).toBe('10 of 60');
    await page.getByText('Rate limit reached').waitFor();

    await expect
      .poll(() => cellsOf(page, 'Keys', 'test'), PATIENCE)
      .toEqual([`test (…${account.key.slice(-4)})`, '7', '0', '2']);
    await expect
      .poll(() => cellsOf(page, 'Keys', 'Second'), PATIENCE)
      .toEqual([`Second (…${key.slice(-4)})`, '5', '2', '0']);
    const figures = await page.locator('dl').allInnerTexts();
    expect(figures.map((figure) => figure.split(/\s*\n\s*/))).toEqual([
      ['Requests in 7 days', '12', 'by 2 keys'],
      ['Rate limited', '16.7%', '2 requests returned 429'],
      ['Failed', '16.7%', '2 requests returned another 4xx'],
    ]);
    await expect
      .poll(() => cellsOf(page, 'Failed requests', '404'), PATIENCE)
      .toEqual(['GET /api/v1/products/{product_id}', '404 not_found', 'test', '2']);

    const tableOf = (name: string) => page.getByRole('region', { name: `Table: ${name}` });
    await tableOf('Failed requests').getByRole('link', { name: '2' }).click();
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    await expect.poll(() => tableOf('Requests').locator('tbody tr').count(), PATIENCE).toBe(2);
    await tableOf('Requests').getByRole('link').first().click();
    await page.getByText('Check the id').waitFor();
    const curl = await page.getByRole('region', { name: 'curl command' }).innerText();
    expect(curl).toContain(`curl '${service.url}/api/v1/products/404404'`);
    expect(curl).toContain('Bearer $KEY');
    expect(at.problems).toEqual([]);
  });

  it('shows a range by days or hours, as a chart and as a table', async () => {
    const account = await createSignedIn(service);
    await remember(account, 0, 4);
    await remember(account, 3, 8);
    await remember(account, 3 * 24, 16);
    await remember(account, 20 * 24, 32);
    await using at = await visit(account, '?range=24h');
    const { page } = at;
    const total = () => page.locator('dl dd').first().innerText();
    await expect.poll(total, PATIENCE).toBe('12');
    const bars = page.locator('figure').getByRole('slider').locator('xpath=..').locator('rect');
    await expect.poll(() => bars.count(), PATIENCE).toBe(2);
    await page.getByText('7 days', { exact: true }).click();
    await expect.poll(total, PATIENCE).toBe('28');
    await page.getByText('30 days', { exact: true }).click();
    await expect.poll(total, PATIENCE).toBe('60');
    expect(page.url()).toContain('range=30d');

    await page.getByRole('button', { name: 'Show as table: Requests by key' }).click();
    const rows = page.getByRole('region', { name: 'Table: Requests by key' }).locator('tbody tr');
    const asked = (await rows.locator('td:nth-child(2)').allInnerTexts()).map(Number);
    expect(asked).toHaveLength(30);
    expect(asked.filter((requests) => requests > 0).reduce((sum, requests) => sum + requests)).toBe(60);
    expect([asked.at(-21), asked.at(-4)]).toEqual([32, 16]);
    expect(at.problems).toEqual([]);
  });

  it('says when to try again at the limit of people, keeps what it shows, and goes on by itself', async () => {
    const account = await createSignedIn(service);
    await using at = await visit(account);
    const { page } = at;
    await page.getByRole('heading', { name: 'Business plan' }).waitFor();
    const setReads = (points: number) =>
      service.database.pool.query('UPDATE rate_limits SET points = $2, expire = $3 WHERE key LIKE $1', [
        `minute:reads:${account.id}:%`,
        points,
        Date.now() + 12_000,
      ]);
    await setReads(600);
    const notice = page.getByRole('status').filter({ hasText: 'Too many requests. Try again at' });
    await notice.getByText(/\d+ seconds? left/).waitFor();
    expect(await page.getByRole('heading', { name: 'Business plan' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Deliveries' }).count()).toBe(1);
    await notice.waitFor({ state: 'detached', timeout: 30_000 });
  });
});
