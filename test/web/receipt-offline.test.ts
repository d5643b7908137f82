import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { ACCEPT, createLinked } from '../support/records/receipts.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

const READ = `query($id: ID!) { delivery(id: $id) { receipt {
  receivedBy receivedAt disputes { received } photos { id }
} } }`;
/** The page tries again by the clock after 20 s; everything here is sent at once. */
const AT_ONCE = { timeout: 10_000 };

async function receiptOf(account: TestAccount, id: string) {
  return (await ask(account, READ, { id })).delivery.receipt;
}

/** Fills the form in, on the first visit. */
async function fill(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByLabel('Received', { exact: true }).first().fill('8');
  await page.getByLabel('Received by').fill('Bea');
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm receipt' }).click();

describeInChromium((open) => {
  it('works from the first visit without a network, over a reload and a closed page, and is sent once at once', async () => {
    const account = await createAccount(service);
    const { id, url } = await createLinked(account);
    await using visit = await open(url);
    const { page } = visit;
    const context = page.context();
    await fill(page);
    await page.getByLabel('Photos').setInputFiles({
      name: 'crate.png',
      mimeType: 'image/png',
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } }),
    });
    await page.getByRole('button', { name: 'Remove photo 1' }).waitFor();
    await context.setOffline(true);
    await page.reload();
    expect(await page.getByLabel('Received by').inputValue()).toBe('Bea');
    await confirm(page);
    await page.getByText('No connection.').waitFor();
    await page.close();

    const again = await context.newPage();
    await again.goto(url);
    await again.getByText('No connection.').waitFor();
    expect(await again.getByLabel('Received by').inputValue()).toBe('Bea');
    expect(await receiptOf(account, id)).toBeNull();
    await context.setOffline(false);
    await again.getByText('Confirmed by Bea').waitFor(AT_ONCE);
    expect(await receiptOf(account, id)).toMatchObject({
      receivedBy: 'Bea',
      disputes: [{ received: 8 }],
      photos: [{ id: expect.any(String) }],
    });
    const { rows } = await service.database.pool.query<{ photos: number }>(
      'SELECT count(*)::int AS photos FROM receipt_photos WHERE account_id = $1',
      [account.id],
    );
    expect(rows).toEqual([{ photos: 1 }]);
  });

  it('sends what waits as soon as the page is open again, and shows what became of the dispute', async () => {
    const account = await createAccount(service);
    const { id, url } = await createLinked(account);
    await using visit = await open(url);
    const { page } = visit;
    await fill(page);
    await page.route('**/r/*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await confirm(page);
    await page.getByText('No connection.').waitFor();
    await page.unrouteAll();
    await page.reload();
    await page.getByText('Confirmed by Bea').waitFor(AT_ONCE);
    await page.getByText('waiting for the supplier').waitFor();
    await ask(account, ACCEPT, { id });
    await page.reload();
    await page.getByText('accepted by the supplier').waitFor();
    await page.getByText('10, of which 2 returned').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('takes the time of a phone whose clock was wrong when the receipt was made, and right when it was sent', async () => {
    const account = await createAccount(service);
    const { id, url } = await createLinked(account);
    await using visit = await open('about:blank');
    const { page } = visit;
    await page.clock.setFixedTime(Date.now() - 3 * 3_600_000);
    const compared = page.waitForResponse((response) => response.request().resourceType() === 'fetch');
    await page.goto(url);
    await compared;
    await fill(page);
    await page.context().setOffline(true);
    await confirm(page);
    await page.getByText('No connection.').waitFor();
    await page.clock.setFixedTime(Date.now());
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText('Confirmed by Bea').waitFor(AT_ONCE);
    const { receivedAt } = await receiptOf(account, id);
    expect(Math.abs(Date.now() - Date.parse(receivedAt))).toBeLessThan(5 * 60_000);
  });

  it('says what was not recorded when somebody else confirmed before the phone was online', async () => {
    const account = await createAccount(service);
    const { id, url } = await createLinked(account);
    await using visit = await open(url);
    const { page } = visit;
    const context = page.context();
    await fill(page);
    await context.setOffline(true);
    await confirm(page);
    await page.getByText('No connection.').waitFor();
    await page.close();
    const office =
      'mutation ($id: ID!) { confirmReceipt(deliveryId: $id, input: { receivedBy: "Ada" }) { id } }';
    await ask(account, office, { id });
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(url);
    await again.getByRole('status').getByText('Confirmed by Ada').waitFor(AT_ONCE);
    await again
      .getByRole('alert')
      .getByText('already confirmed by Ada, so what you sent was not recorded')
      .waitFor(AT_ONCE);
    expect(await receiptOf(account, id)).toMatchObject({ receivedBy: 'Ada', disputes: [] });
  });

  it('counts once when the answer is lost after the service has the receipt', async () => {
    const account = await createAccount(service);
    const { id, url } = await createLinked(account);
    await using visit = await open(url);
    const { page } = visit;
    await fill(page);
    let sent = 0;
    await page.route('**/r/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent++;
      if (sent > 1) return route.continue();
      await route.fetch({ maxRedirects: 0 });
      return route.abort();
    });
    await confirm(page);
    await page.getByText('No connection.').waitFor();
    expect(await receiptOf(account, id)).toMatchObject({ receivedBy: 'Bea' });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText('Confirmed by Bea').waitFor(AT_ONCE);
    expect(await receiptOf(account, id)).toMatchObject({
      receivedBy: 'Bea',
      disputes: [{ received: 8 }],
      photos: [],
    });
  });

  it('says why a form is refused, keeps it, and sends it when it is right', async () => {
    const account = await createAccount(service);
    const { id, url } = await createLinked(account);
    await using visit = await open(url);
    const { page } = visit;
    await fill(page);
    await page.getByLabel('Received by').fill(' ');
    await confirm(page);
    const why = 'Received by: enter your name, at most 200 characters';
    await page.locator('[data-state]', { hasText: why }).waitFor();
    const by = page.getByLabel('Received by');
    expect(await by.evaluate((field) => [field.ariaInvalid, document.activeElement === field])).toEqual([
      'true',
      true,
    ]);
    expect(await page.locator('#why-receivedBy').innerText()).toBe(why);
    expect(await page.getByLabel('Received', { exact: true }).first().inputValue()).toBe('8');
    await by.fill('Cy');
    expect([await by.getAttribute('aria-invalid'), await page.locator('#why-receivedBy').count()]).toEqual([
      null,
      0,
    ]);
    await confirm(page);
    await page.getByText('Confirmed by Cy').waitFor(AT_ONCE);
    expect(await receiptOf(account, id)).toMatchObject({ receivedBy: 'Cy' });
  });

  it('is sent by the browser once there is a network, though the page is closed', async () => {
    const account = await createAccount(service);
    const { id, url } = await createLinked(account);
    await using visit = await open(url);
    const { page } = visit;
    const context = page.context();
    const other = await context.newPage();
    const devtools = await context.newCDPSession(other);
    const registrations: string[] = [];
    devtools.on('ServiceWorker.workerRegistrationUpdated', (event) =>
      registrations.push(...event.registrations.map(({ registrationId }) => registrationId)),
    );
    await devtools.send('ServiceWorker.enable');
    await fill(page);
    const path = new URL(url).pathname;
    // Contexts of tests have no Background Sync, apart from its event.
    await page.evaluate(() => {
      const sync = (globalThis as unknown as { SyncManager: { prototype: object } }).SyncManager.prototype;
      const tags: string[] = [];
      Object.assign(globalThis, { tags });
      Object.assign(sync, { register: async (tag: string) => void tags.push(tag) });
    });
    await context.setOffline(true);
    await confirm(page);
    await page.getByText('No connection.').waitFor();
    // The page asks the browser to send it; the event is what the browser does then.
    const tags = () => page.evaluate(() => (globalThis as unknown as { tags: string[] }).tags);
    await expect.poll(tags).toEqual([path]);
    await page.close();
    await context.setOffline(false);
    await devtools.send('ServiceWorker.dispatchSyncEvent', {
      origin: service.url,
      registrationId: registrations.at(-1)!,
      tag: path,
      lastChance: false,
    });
    await expect.poll(() => receiptOf(account, id), AT_ONCE).toMatchObject({ receivedBy: 'Bea' });
    // The page shows it, and has nothing left to send.
    await other.goto(url);
    await other.getByText('Confirmed by Bea').waitFor();
    await expect.poll(() => other.evaluate(() => localStorage.length)).toBe(0);
  });
});
