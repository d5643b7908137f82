import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium, type Open } from '../support/web/browser.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';
import { expectQuiet, messagesOf, PATIENCE, subscribe } from '../support/webhook/webhook.ts';
import { expectLog, isSigned, startMoodyReceiver } from './webhook-page.ts';

const DISABLE_AFTER = 4;
const service = useService({ worker: { disableAfter: DISABLE_AFTER } });

describeInChromium((open: Open) => {
  const visit = (account: SignedIn, path: string, options = {}) =>
    open(`${service.url}/settings${path}`, { cookies: account.cookies, ...options });

  it('says on every page that a restored copy rests, and lets owners enable all', async () => {
    const account = await createSignedIn(service);
    const { pool } = account.database;
    const { id } = await subscribe(account, 'http://127.0.0.1:9/');
    await pool.query('UPDATE accounts SET resting_since = now() WHERE id = $1', [account.id]);
    await pool.query(
      `UPDATE webhook_subscriptions SET status = 'deactivated', deactivated_at = now(),
         deactivation_error = 'restored' WHERE account_id = $1 AND id = $2`,
      [account.id, id],
    );
    const setRole = (role: string) =>
      pool.query('UPDATE people SET role = $2 WHERE account_id = $1', [account.id, role]);
    await setRole('member');
    await using at = await visit(account, '/products');
    const { page } = at;
    const banner = page.getByRole('status').filter({ hasText: 'Restored from a backup' });
    await banner.getByText('An owner of the account can enable them').waitFor();
    expect(await banner.getByRole('button').count()).toBe(0);
    await setRole('owner');
    await page.goto(`${service.url}/settings/webhooks`);
    await page.getByRole('row').filter({ hasText: 'Deactivated' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await banner.getByRole('button', { name: 'Enable all' }).click();
    await page.getByText('Webhooks, alerts and standing orders enabled').waitFor();
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Active' }).waitFor();
  });

  it('shows why a webhook is deactivated, enables it and recovers missed events', async () => {
    const account = await createSignedIn(service);
    await using receiver = await startMoodyReceiver();
    const webhook = await subscribe(account, receiver.url);
    receiver.mood.status = 503;
    await createProduct(account);
    await using at = await visit(account, `/webhooks/${webhook.id}`);
    const { page } = at;
    await expect.poll(() => page.getByText(`1 of ${DISABLE_AFTER}`).isVisible(), PATIENCE).toBe(true);
    await expect.poll(() => headingOf(page).innerText(), PATIENCE).toContain('Failing');
    // From the first failure on: the response, and in how long it is tried again.
    const failing = page.getByRole('status').filter({ hasText: 'The last callback failed' });
    await failing
      .getByText(/your endpoint returned 503 Service Unavailable\. Next attempt (in \d+ \w+|now)\./)
      .waitFor();
    await failing.getByText('Response: mood 503').waitFor();
    await page.getByRole('link', { name: 'Today' }).click();
    const notice = page.getByRole('status').filter({ hasText: '1 webhook is failing' });
    await notice.getByText(`1 of ${DISABLE_AFTER} consecutive failures`).waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByRole('row').filter({ hasText: 'Failing' }).getByRole('link').click();
    for (let failures = 1; failures < DISABLE_AFTER; failures++) await createProduct(account);

    const banner = page.getByRole('alert');
    await expect
      .poll(() => banner.innerText(), PATIENCE)
      .toMatch(
        /4 consecutive callbacks failed\.[^]*product\.created #\d+, [^]*: your endpoint returned 503 Service Unavailable\.[^]*Response: mood 503/,
      );
    await expect.poll(() => headingOf(page).innerText(), PATIENCE).toContain('Deactivated');
    await page.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await banner.getByText(`The webhook for 127.0.0.1:${receiver.port} is deactivated`).waitFor();
    await banner.getByText('Your endpoint returned 503 Service Unavailable. Response: mood 503').waitFor();
    await banner.getByRole('link', { name: 'View webhook' }).click();
    await banner.getByText('4 consecutive callbacks failed').waitFor();
    await createProduct(account);
    receiver.mood.status = 200;
    receiver.callbacks.length = 0;

    await banner.getByRole('button', { name: 'Enable', exact: true }).click();
    await banner.waitFor({ state: 'detached' });
    await expect.poll(() => headingOf(page).innerText(), PATIENCE).toContain('Active');
    expect(await banner.count()).toBe(0);
    await expectQuiet(service);
    expect(receiver.callbacks).toEqual([]);

    await page.getByRole('button', { name: 'Recover missed events' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Recover' }).click();
    await page.getByText('5 messages queued').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expectLog(
      page,
      Array.from({ length: DISABLE_AFTER + 1 }, () => 'Succeeded'),
    );
    expect(receiver.callbacks.every((callback) => isSigned(callback, webhook.secret))).toBe(true);
    expect(new Set(receiver.callbacks.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
    expect(at.problems).toEqual([]);
  });

  it('enables and sends what was missed with one press', async () => {
    const account = await createSignedIn(service);
    await using receiver = await startMoodyReceiver();
    const webhook = await subscribe(account, receiver.url);
    receiver.mood.status = 500;
    for (let failures = 0; failures < DISABLE_AFTER + 2; failures++) await createProduct(account);
    await using at = await visit(account, `/webhooks/${webhook.id}`);
    const { page } = at;
    const enable = page.getByRole('button', { name: `Enable and send ${DISABLE_AFTER + 2} missed` });
    await enable.waitFor();
    await page.getByText(`after ${DISABLE_AFTER} consecutive failures`).waitFor();
    receiver.mood.status = 200;
    await enable.click();
    await page.getByText(`Webhook enabled, ${DISABLE_AFTER + 2} messages queued`).waitFor();
    await expectLog(
      page,
      Array.from({ length: DISABLE_AFTER + 2 }, () => 'Succeeded'),
    );
    expect(at.problems).toEqual([]);
  });

  it('enables and recovers in one step, only from the given time', async () => {
    const account = await createSignedIn(service);
    await using receiver = await startMoodyReceiver();
    const webhook = await subscribe(account, receiver.url);
    receiver.mood.status = 500;
    for (let failures = 0; failures < DISABLE_AFTER; failures++) await createProduct(account);
    await using at = await visit(account, `/webhooks/${webhook.id}`, { timezoneId: 'Asia/Tokyo' });
    const { page } = at;
    await page.getByRole('alert').waitFor();
    const old = await messagesOf(service, webhook);
    await service.database.pool.query(
      `UPDATE webhook_messages SET created_at = created_at - interval '2 days' WHERE id = $1`,
      [old[0]!.id],
    );
    receiver.mood.status = 200;
    await page.getByRole('button', { name: 'Recover missed events' }).click();
    const dialog = page.getByRole('dialog');
    const suggested = await dialog.getByLabel('Since').inputValue();
    const { deactivatedAt } = await service.database.prisma.webhookSubscription.findFirstOrThrow({
      where: { accountId: account.id },
    });
    const dayBefore = new Date(deactivatedAt!.getTime() - 86_400_000);
    expect(suggested).toBe(
      dayBefore.toLocaleString('sv-SE', { timeZone: 'Asia/Tokyo' }).replace(' ', 'T').slice(0, 16),
    );
    await dialog.getByRole('button', { name: 'Enable and recover' }).click();
    await page.getByText('3 messages queued').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expectLog(page, ['Succeeded', 'Succeeded', 'Succeeded', 'Cancelled']);
    await expect.poll(() => headingOf(page).innerText(), PATIENCE).toContain('Active');
    expect(at.problems).toEqual([]);
  });
});

/** Returns the title of the page, with what is beside it. */
function headingOf(page: Page) {
  return page.getByRole('heading', { level: 1 }).locator('xpath=..');
}
