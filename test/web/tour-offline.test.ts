import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { createContainerType, SET_CONTAINERS } from '../support/records/containers.ts';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';
import { PASSWORD } from '../support/service/open-session.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press, pressTwice } from '../support/web/press.ts';
import { dispatch, kept, stored } from './phone-store.ts';

const service = useService();
const PHONE = { viewport: { width: 375, height: 812 } };
const DATE = inDays(1);
const TOUR = `/settings/stops?date=${DATE}`;

/** Returns the data that the service has of the stops of an account, in the order of their ids. */
async function stopsOf({ id, database }: SignedIn) {
  const { rows } = await database.pool.query(
    `SELECT delivery.id::int, status, received_by, received_at, in_transit_at,
            (SELECT sum(returned_quantity)::int FROM delivery_items item
             WHERE item.account_id = $1 AND item.delivery_id = delivery.id) AS returned,
            (SELECT count(*)::int FROM receipt_photos photo
             WHERE photo.account_id = $1 AND photo.delivery_id = delivery.id) AS photos,
            (SELECT count(*)::int FROM receipts each
             WHERE each.account_id = $1 AND each.delivery_id = delivery.id AND signature IS NOT NULL) AS signatures
     FROM deliveries delivery
     LEFT JOIN receipts receipt ON receipt.account_id = $1 AND receipt.delivery_id = delivery.id
     WHERE delivery.account_id = $1 ORDER BY delivery.id`,
    [id],
  );
  return rows;
}

/** Creates a driver with stops at branches of these names, in the order of their windows. */
async function createTour(names: string[]): Promise<SignedIn> {
  const account = await createSignedIn(service);
  const supermarket = await createSupermarket(account, {
    name: 'Oakfield Stores',
    branches: names.map((name, at) => ({
      name,
      address: `${at + 1} Mill Lane`,
      phone: `+49 30 ${at}00`,
      delivery_window: `0${at + 5}:00-12:00`,
    })),
  });
  const { id } = await createProduct(account, { name: 'Rye Bread' });
  const typeId = await createContainerType(account, { name: 'Euro pallet' });
  for (const [at, branch] of supermarket.branches.entries()) {
    const delivery = await createDelivery(account, {
      supermarket_id: supermarket.id,
      subchain_id: branch.id,
      delivery_date: DATE,
      products: [{ product_id: id, quantity: 10, lots: [{ lot: `L-${at}`, quantity: 10 }] }],
    });
    const rows = [{ typeId, out: 6 }];
    if (at === 0) await ask(account, SET_CONTAINERS, { deliveryId: String(delivery.id), rows });
  }
  await setRole(account, 'driver');
  return account;
}

async function setRole({ id, database }: SignedIn, role: string) {
  await database.pool.query('UPDATE people SET role = $2 WHERE account_id = $1', [id, role]);
}

async function sign(page: Page) {
  const canvas = page.getByRole('img', { name: 'Signature' });
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 40);
  await page.mouse.up();
}

async function addPhoto(page: Page) {
  await page.getByLabel('Photos').setInputFiles({
    name: 'crate.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } }),
  });
  await page.getByRole('button', { name: 'Remove photo 1' }).waitFor();
}

/** Opens the same phone again: a new tab, with what the closed one has left. */
async function reopened(context: BrowserContext, url: string): Promise<Page> {
  for (const page of context.pages()) await page.close();
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Sends the event that browsers send once there is a network; those of tests keep no list of such events. */
async function sync(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  const found = Promise.withResolvers<string>();
  devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL === `${service.url}/settings`);
    if (own) found.resolve(own.registrationId);
  });
  await devTools.send('ServiceWorker.enable');
  const event = { origin: service.url, registrationId: await found.promise, tag: 'send', lastChance: true };
  await devTools.send('ServiceWorker.dispatchSyncEvent', event);
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Sign in');
  await page.getByRole('button', { name: 'Menu' }).waitFor();
}

describeInChromium((open) => {
  it('carries a driver through a whole tour without a network, and sends each receipt once when there is one', async () => {
    const driver = await createTour(['Oakfield West', 'Oakfield East', 'Harbour']);
    await using visit = await open(`${service.url}${TOUR}`, { ...PHONE, cookies: driver.cookies });
    const context = visit.page.context();
    await visit.page.getByText('Oakfield West').waitFor();
    await kept(visit.page, 3);
    await context.setOffline(true);

    // The tab was closed, and there is no network when it is opened.
    const page = await reopened(context, `${service.url}/settings`);
    await page.goto(`${service.url}${TOUR}`);
    await page.getByText('No connection').waitFor();
    await page.getByText('Last updated at').waitFor();
    let taps = 0;
    const tap = async (name: string | RegExp) => {
      taps++;
      await page.getByRole('link', { name }).click();
    };
    await tap('1 Mill Lane');
    for (const [at, name] of ['Oakfield West', 'Oakfield East', 'Harbour'].entries()) {
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByText(`Stop ${at + 1} of 3`).waitFor();
      await page.getByText(`L-${at}`).waitFor();
      await page.getByRole('link', { name: `+49 30 ${at}00` }).waitFor();
      taps += 2;
      await dispatch(page);
      await page.getByLabel('Received', { exact: true }).fill(String(10 - at));
      await page.getByLabel('Received by').fill(`Bea ${at}`);
      await sign(page);
      if (at === 0) await addPhoto(page);
      // Crates can also come back where none went out; their types are kept on the phone.
      if (at === 1) await page.locator('summary', { hasText: 'Crates' }).click();
      if (at < 2) await page.getByLabel('Back').fill(String(9 - at));
      taps++;
      await press(page, 'Confirm receipt');
      await page.getByText('Saved on this phone', { exact: true }).waitFor();
      await page.getByText('Receipt waiting to be sent').waitFor();
      await page.getByText('Completed', { exact: true }).first().waitFor();
      if (at < 2) await tap(/^Next stop/);
    }
    // One tap to begin, and four for each stop but the last one, which leads nowhere.
    expect(taps).toBe(1 + 3 * 3 + 2);
    await page.getByRole('link', { name: 'All stops completed' }).waitFor();
    expect((await stopsOf(driver)).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
    expect(await stored(page)).toMatchObject({ waiting: 6, photos: 1 });

    const again = await reopened(context, `${service.url}${TOUR}`);
    await again.getByText('6 changes waiting to be sent').waitFor();
    await expect.poll(() => again.getByText('Not sent yet').count()).toBe(3);
    const sent: string[] = [];
    context.on('request', (request) => {
      if (/mutation \w+Stop/.test(request.postData() ?? '')) {
        sent.push(request.headers()['idempotency-key'] ?? '');
      }
    });
    await context.setOffline(false);
    await expect.poll(() => again.getByText('waiting to be sent').count(), { timeout: 20_000 }).toBe(0);
    expect(await stored(again)).toMatchObject({ waiting: 0, photos: 0 });
    expect(new Set(sent).size).toBe(sent.length);
    const stops = await stopsOf(driver);
    expect(stops).toMatchObject(
      [0, 1, 2].map((at) => ({
        status: 'completed',
        received_by: `Bea ${at}`,
        returned: at,
        photos: at === 0 ? 1 : 0,
        signatures: 1,
      })),
    );
    const { rows: crates } = await service.database.pool.query(
      `SELECT quantity_out, quantity_back FROM delivery_containers WHERE account_id = $1 ORDER BY delivery_id`,
      [driver.id],
    );
    expect(crates).toEqual([
      { quantity_out: 6, quantity_back: 9 },
      { quantity_out: 0, quantity_back: 8 },
    ]);
    // The times are those at the door.
    for (const { received_at, in_transit_at } of stops) {
      expect(received_at.getTime()).toBeGreaterThanOrEqual(in_transit_at.getTime());
    }
    await again.getByRole('link', { name: '3 Mill Lane' }).click();
    await again.getByRole('columnheader', { name: 'Received' }).waitFor();
    await again.getByRole('cell', { name: '8', exact: true }).waitFor();
  }, 180_000);

  it('counts once when the answer is lost, and says why a change is refused', async () => {
    const driver = await createTour(['Oakfield West']);
    const [{ id }] = await stopsOf(driver);
    await using visit = await open(`${service.url}/settings/stops/${id}`, {
      ...PHONE,
      cookies: driver.cookies,
      // It would send what the page cannot.
      serviceWorkers: 'block',
    });
    const { page } = visit;
    await page.getByText('Stop 1 of 1').waitFor();
    let isLost = true;
    const keys: string[] = [];
    await page.context().route('**/graphql', async (route) => {
      const request = route.request();
      if (!request.postData()?.includes('mutation ConfirmStop')) return route.continue();
      keys.push(request.headers()['idempotency-key']!);
      if (!isLost) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await dispatch(page);
    await page.getByLabel('Received', { exact: true }).fill('7');
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    await expect.poll(async () => (await stopsOf(driver))[0].status).toBe('completed');
    isLost = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText('Receipt confirmed').waitFor();
    await page.getByText(/^Sent, \d\d?:\d\d/).waitFor();
    expect(await stopsOf(driver)).toMatchObject([{ received_by: 'Bea', returned: 3 }]);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);

    // Cancelled while the driver had no network.
    const other = await createDelivery(driver, { delivery_date: DATE });
    await page.goto(`${service.url}/settings/stops/${other.id}`);
    await page.getByText('Stop 2 of 2').waitFor();
    await page.context().setOffline(true);
    await dispatch(page);
    await page.getByLabel('Received by').fill('Cy');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    await driver.call('PATCH', `/deliveries/${other.id}`, { body: { status: 'cancelled' } });
    await page.context().setOffline(false);
    await page.getByText('Departure not accepted').waitFor();
    await page.getByText(/This delivery was cancelled at .* Take the goods back and discard this/).waitFor();
    await page.getByText('Receipt not sent').waitFor();
    expect(await stored(page)).toMatchObject({ waiting: 2 });
  }, 120_000);

  it('keeps a receipt when another phone has recorded one of the same receiver', async () => {
    const driver = await createTour(['Oakfield West']);
    await using visit = await open(`${service.url}${TOUR}`, { ...PHONE, cookies: driver.cookies });
    const { page } = visit;
    await page.getByText('Oakfield West').waitFor();
    await kept(page, 1);
    await page.getByRole('link', { name: '1 Mill Lane' }).click();
    await dispatch(page);
    await page.context().setOffline(true);
    await page.getByLabel('Received', { exact: true }).fill('7');
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    const [{ id }] = await stopsOf(driver);
    await ask(
      driver,
      `mutation { confirmReceipt(deliveryId: "${id}", input: { receivedBy: "Bea" }) { id } }`,
    );
    await page.context().setOffline(false);
    await page.getByText('Receipt not accepted').waitFor();
    await page.getByText(/^Bea already confirmed this delivery at /).waitFor();
    expect(await stopsOf(driver)).toMatchObject([{ received_by: 'Bea', returned: 0 }]);
    expect(await stored(page)).toMatchObject({ waiting: 1 });
    await page.goto(`${service.url}${TOUR}`);
    await page.getByText('Not accepted', { exact: true }).waitFor();
    await page.getByRole('link', { name: '1 Mill Lane' }).click();
    await pressTwice(page, 'Discard', 'Discard receipt');
    await page.getByText('Receipt not accepted').waitFor({ state: 'detached' });
    expect(await stored(page)).toMatchObject({ waiting: 0 });
  }, 120_000);

  it('sends the receipt of a delivery that the office completed meanwhile', async () => {
    const driver = await createTour(['Oakfield West', 'Oakfield West']);
    await using visit = await open(`${service.url}${TOUR}`, { ...PHONE, cookies: driver.cookies });
    const { page } = visit;
    const rows = page.getByRole('row').filter({ hasText: 'Oakfield West' });
    const [{ id }, { id: other }] = await stopsOf(driver);
    await rows.filter({ hasText: `#${id} · 10 units` }).waitFor();
    await kept(page, 2);
    await page.getByRole('link', { name: '1 Mill Lane' }).click();
    await dispatch(page);
    expect(await page.getByLabel('Chilled, °C').isVisible()).toBe(false);
    await page.getByText('Temperatures').click();
    await page.getByLabel('Chilled, °C').fill('4');
    const confirm = (await page.getByRole('button', { name: 'Confirm receipt' }).boundingBox())!;
    expect(confirm.y + confirm.height).toBeLessThanOrEqual(PHONE.viewport.height);
    expect(confirm.width).toBeGreaterThan(290);
    await page.context().setOffline(true);
    await page.getByLabel('Received', { exact: true }).fill('7');
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    const bar = (await page.getByRole('banner').boundingBox())!;
    const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
    expect(title.y).toBeGreaterThanOrEqual(bar.y + bar.height);
    await driver.call('PATCH', `/deliveries/${id}`, { body: { status: 'completed' } });
    await page.context().setOffline(false);
    await page.getByText(/^Sent, /).waitFor();
    expect(await stopsOf(driver)).toMatchObject([{ received_by: 'Bea', returned: 3 }, { status: 'pending' }]);
    await page.goto(`${service.url}${TOUR}`);
    await expect
      .poll(() => rows.allTextContents())
      .toMatchObject([expect.stringContaining(`#${other}`), expect.stringContaining(`#${id}`)]);
  }, 120_000);

  it('deletes nothing that a phone with a wrong clock has recorded', async () => {
    const driver = await createTour(['Oakfield West']);
    await using visit = await open(`${service.url}${TOUR}`, {
      ...PHONE,
      cookies: driver.cookies,
      serviceWorkers: 'block',
    });
    const { page } = visit;
    await page.getByRole('link', { name: '1 Mill Lane' }).click();
    await dispatch(page);
    await page.context().setOffline(true);
    await addPhoto(page);
    await page.getByLabel('Received by').fill('Bea');
    // As after an empty battery.
    await page.clock.setFixedTime(Date.now() - 60 * 24 * 3_600_000);
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    await page.clock.setFixedTime(Date.now());
    await page.context().setOffline(false);
    await page.reload();
    await page.getByText('Receipt not accepted').waitFor();
    await page.getByText(/must not be before the delivery was dispatched/).waitFor();
    await press(page, 'Change receipt');
    await press(page, 'Continue your draft');
    await page.getByRole('button', { name: 'Remove photo 1' }).waitFor();
    expect(await page.getByLabel('Received by').inputValue()).toBe('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt confirmed').waitFor();
    expect(await stopsOf(driver)).toMatchObject([{ status: 'completed', received_by: 'Bea' }]);
    const attached = 'SELECT FROM receipt_photos WHERE account_id = $1 AND receipt_id IS NOT NULL';
    expect((await driver.database.pool.query(attached, [driver.id])).rows).toHaveLength(1);

    // A clock that was two hours fast, and was put right before there was a network.
    const { id } = await createDelivery(driver, { delivery_date: DATE });
    await page.goto(`${service.url}/settings/stops/${id}`);
    await page.getByText('Stop 2 of 2').waitFor();
    await page.context().setOffline(true);
    await page.clock.setFixedTime(Date.now() + 2 * 3_600_000);
    await dispatch(page);
    await page.clock.setFixedTime(Date.now());
    await page.context().setOffline(false);
    await expect.poll(async () => (await stopsOf(driver))[1].status).toBe('in_transit');
  }, 120_000);

  it('takes the time of a phone whose clock was wrong when the receipt was made, and right when it was sent', async () => {
    const driver = await createTour(['Oakfield West']);
    await using visit = await open(`${service.url}/settings`, {
      ...PHONE,
      cookies: driver.cookies,
      serviceWorkers: 'block',
    });
    const { page } = visit;
    await page.clock.setFixedTime(Date.now() - 3 * 3_600_000);
    await page.goto(`${service.url}${TOUR}`);
    await page.getByRole('link', { name: '1 Mill Lane' }).click();
    await expect.poll(() => stored(page)).toMatchObject({ sessions: 1 });
    await page.context().setOffline(true);
    await dispatch(page);
    await page.clock.setFixedTime(Date.now() - 3 * 3_600_000);
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    await page.clock.setFixedTime(Date.now());
    await page.context().setOffline(false);
    await page.reload();
    await expect.poll(async () => (await stopsOf(driver))[0].status).toBe('completed');
    const [{ received_at }] = await stopsOf(driver);
    expect(Math.abs(Date.now() - received_at.getTime())).toBeLessThan(5 * 60_000);
  }, 120_000);

  it('sends what was done on a stop in its order, though the clock was put right in between', async () => {
    const driver = await createTour(['Oakfield West']);
    await using visit = await open(`${service.url}${TOUR}`, {
      ...PHONE,
      cookies: driver.cookies,
      serviceWorkers: 'block',
    });
    const { page } = visit;
    await page.getByRole('link', { name: '1 Mill Lane' }).click();
    await page.getByRole('button', { name: 'Mark as in transit' }).waitFor();
    await page.context().setOffline(true);
    await page.clock.setFixedTime(Date.now() + 20 * 60_000);
    await dispatch(page);
    await page.clock.setFixedTime(Date.now());
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await expect.poll(async () => (await stopsOf(driver))[0].status).toBe('completed');
  }, 120_000);

  it('sends nothing as somebody else, shows them nothing, and sends once the same person signs in again', async () => {
    const driver = await createTour(['Oakfield West']);
    const other = await createTour(['Elsewhere']);
    await using visit = await open(`${service.url}${TOUR}`, { ...PHONE, cookies: driver.cookies });
    const { page } = visit;
    const context = page.context();
    await page.getByText('Oakfield West').waitFor();
    await kept(page, 1);
    await context.setOffline(true);
    await page.getByRole('link', { name: '1 Mill Lane' }).click();
    await dispatch(page);
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    await service.database.pool.query('DELETE FROM sessions WHERE account_id = $1', [driver.id]);
    await context.setOffline(false);
    await page.getByText('Your session has ended').waitFor();
    await expect.poll(() => stored(page)).toMatchObject({ waiting: 2, days: 0, sessions: 0 });

    await signIn(page, other.email);
    await page.goto(`${service.url}${TOUR}`);
    await page.getByText('Elsewhere').waitFor();
    await kept(page, 1);
    expect(await page.getByText(/waiting to be sent|Oakfield West|Bea/).count()).toBe(0);
    await press(page, 'Menu');
    await press(page, 'Sign out');
    await page.getByLabel('E-mail').waitFor();
    await expect.poll(() => stored(page)).toMatchObject({ waiting: 2, days: 0, sessions: 0 });
    expect(await stopsOf(driver)).toMatchObject([{ status: 'pending' }]);

    await signIn(page, driver.email);
    await expect
      .poll(async () => (await stopsOf(driver))[0], { timeout: 20_000 })
      .toMatchObject({ status: 'completed', received_by: 'Bea' });
    await expect.poll(() => stored(page)).toMatchObject({ waiting: 0 });
    expect(await stopsOf(other)).toMatchObject([{ status: 'pending' }]);
  }, 120_000);

  it('empties the phone on signing out, and asks before when something waits', async () => {
    const driver = await createTour(['Oakfield West']);
    await using visit = await open(`${service.url}${TOUR}`, { ...PHONE, cookies: driver.cookies });
    const { page } = visit;
    await page.getByText('Oakfield West').waitFor();
    await kept(page, 1);
    await page.getByRole('link', { name: '1 Mill Lane' }).click();
    await page.context().setOffline(true);
    await dispatch(page);
    await addPhoto(page);
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    // What the service refuses waits until somebody decides.
    const [{ id }] = await stopsOf(driver);
    await driver.call('PATCH', `/deliveries/${id}`, { body: { status: 'cancelled' } });
    await page.context().setOffline(false);
    await page.getByText('Departure not accepted').waitFor();
    await press(page, 'Menu');
    await press(page, 'Sign out');
    await page.getByText('2 changes of stops wait on this phone').waitFor();
    await press(page, 'Stay signed in');
    expect(await stored(page)).toMatchObject({ waiting: 2, photos: 1, days: 1, caches: 1 });
    await press(page, 'Sign out');
    await press(page, 'Delete and sign out');
    await page.getByLabel('E-mail').waitFor();
    const nothing = { waiting: 0, photos: 0, days: 0, sessions: 0, caches: 0 };
    await expect.poll(() => stored(page)).toMatchObject(nothing);
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('phone'))).toBeNull();
    expect(await stopsOf(driver)).toMatchObject([{ status: 'cancelled', photos: 0 }]);
  }, 120_000);

  it('sends what waits when no page is open, where the browser can', async () => {
    const driver = await createTour(['Oakfield West']);
    await using visit = await open(`${service.url}${TOUR}`, { ...PHONE, cookies: driver.cookies });
    const { page } = visit;
    const context = page.context();
    await page.getByText('Oakfield West').waitFor();
    await kept(page, 1);
    await page.getByRole('link', { name: '1 Mill Lane' }).click();
    await context.setOffline(true);
    await dispatch(page);
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    const elsewhere = await context.newPage();
    await page.close();
    await context.setOffline(false);
    await sync(elsewhere);
    await expect
      .poll(async () => (await stopsOf(driver))[0], { timeout: 20_000 })
      .toMatchObject({ status: 'completed', received_by: 'Bea' });
  }, 120_000);

  it('lets a receipt be changed as long as it waits', async () => {
    const driver = await createTour(['Oakfield West']);
    await using visit = await open(`${service.url}${TOUR}`, { ...PHONE, cookies: driver.cookies });
    const { page } = visit;
    await page.getByText('Oakfield West').waitFor();
    await kept(page, 1);
    await page.getByRole('link', { name: '1 Mill Lane' }).click();
    await dispatch(page);
    await page.context().setOffline(true);
    await page.getByLabel('Received by').fill('Bea');
    await addPhoto(page);
    await press(page, 'Confirm receipt');
    await press(page, 'Change receipt');
    await press(page, 'Continue your draft');
    expect(await page.getByLabel('Received by').inputValue()).toBe('Bea');
    await page.getByRole('button', { name: 'Remove photo 1' }).waitFor();
    await page.getByLabel('Received by').fill('Cy');
    await press(page, 'Confirm receipt');
    await page.context().setOffline(false);
    await page.getByText('Receipt confirmed').waitFor();
    expect(await stopsOf(driver)).toMatchObject([{ received_by: 'Cy', photos: 1 }]);
  }, 120_000);
});
