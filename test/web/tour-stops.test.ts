import { expect, it } from 'vitest';
import { createDriver } from '../support/records/drivers.ts';
import { inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { overflowOf, violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press, pressTwice } from '../support/web/press.ts';
import { createMorning, createTourOf, orderTour } from './morning.ts';
import { dispatch, kept, stored } from './phone-store.ts';

const service = useService();
const PHONE = { viewport: { width: 375, height: 812 } };
const DATE = inDays(1);
const STOPS = `/settings/stops?date=${DATE}`;

/** Creates a driver with the tour North of two stops, and a colleague with South of one. */
async function createDrivers() {
  const account = await createSignedIn(service);
  const { pool } = account.database;
  const ids = await createMorning(account, DATE);
  await createDriver(service, account);
  const { rows } = await pool.query('SELECT id FROM people WHERE account_id = $1 ORDER BY id', [account.id]);
  const [driverId, colleague] = rows.map(({ id }) => String(id));
  const north = await createTourOf(account, {
    name: 'North',
    driverId,
    deliveryIds: [ids['Oakfield West'], ids.Station],
  });
  const south = await createTourOf(account, {
    name: 'South',
    driverId: colleague,
    deliveryIds: [ids.Harbour],
  });
  await pool.query(`UPDATE people SET role = 'driver' WHERE account_id = $1 AND id = $2`, [
    account.id,
    driverId,
  ]);
  /** Returns who received a delivery, and its status. */
  const outcomeOf = async (id: string) => {
    const found = await pool.query(
      `SELECT status, received_by FROM deliveries delivery
       LEFT JOIN receipts receipt ON receipt.account_id = $1 AND receipt.delivery_id = delivery.id
       WHERE delivery.account_id = $1 AND delivery.id = $2`,
      [account.id, id],
    );
    return found.rows[0];
  };
  return { account, pool, ids, north, south, outcomeOf };
}

describeInChromium((open) => {
  it('shows the next stop of a tour with all that its driver needs to get there', async () => {
    const { account, ids } = await createDrivers();
    await using visit = await open(`${service.url}${STOPS}`, { ...PHONE, cookies: account.cookies });
    const { page, problems } = visit;
    const next = page.getByRole('region', { name: 'Next stop: Oakfield West' });
    await next.waitFor();
    for (const text of ['06:00-10:00', '10 pieces, 5 kg', 'Door 1'])
      await next.getByText(text, { exact: true }).first().waitFor();
    expect(await next.getByRole('link', { name: '+49 30 100' }).getAttribute('href')).toBe('tel:+4930100');
    expect(await next.getByRole('link', { name: /^Map/ }).getAttribute('href')).toContain(
      'query=1+Mill+Lane',
    );
    expect(await page.getByText('Harbour').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await pressTwice(page, 'Start tour North', 'Start tour');
    await next.getByRole('link', { name: 'Open Oakfield West' }).click();
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt confirmed').waitFor();
    await page.getByRole('link', { name: 'Stops', exact: true }).first().click();
    await page.getByRole('region', { name: 'Next stop: Station' }).waitFor();
    await account.call('PATCH', `/deliveries/${ids.Station}`, { body: { status: 'completed' } });
    await page.reload();
    await page.getByRole('table', { name: 'Stops' }).waitFor();
    expect(await page.getByText('Next stop').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('marks what came into a tour, says what left, and sends what waits for a stop that left', async () => {
    const { account, ids, north, south, outcomeOf } = await createDrivers();
    await using visit = await open(`${service.url}${STOPS}`, { ...PHONE, cookies: account.cookies });
    const { page } = visit;
    await page.getByRole('region', { name: 'Next stop: Oakfield West' }).waitFor();
    await kept(page, 2);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Open Oakfield West' }).click();
    await dispatch(page);
    await page.getByLabel('Received by').fill('Bea');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt waiting to be sent').waitFor();
    await page.getByRole('link', { name: 'Stops', exact: true }).first().click();
    await page.getByRole('region', { name: 'Next stop: Station' }).waitFor();

    // Meanwhile the office gives both stops to the colleague.
    await orderTour(account, south, [ids.Harbour, ids['Oakfield West'], ids.Station]);
    await orderTour(account, north, [ids['Old Town']]);
    await page.context().setOffline(false);
    await page.getByText('Your tour changed: 1 new stop, 1 stop removed').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Old Town' });
    await row.getByText('New', { exact: true }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Station' }).count()).toBe(0);
    expect(await outcomeOf(ids['Oakfield West'])).toEqual({ status: 'completed', received_by: 'Bea' });
    expect(await stored(page)).toMatchObject({ waiting: 0 });
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);

    // The driver had unloaded there already.
    await page.getByRole('link', { name: `Station, #${ids.Station}` }).click();
    await page.getByText('No longer in your tours').waitFor();
    await dispatch(page);
    await page.getByLabel('Received by').fill('Cy');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt confirmed').waitFor();
    expect(await outcomeOf(ids.Station)).toEqual({ status: 'completed', received_by: 'Cy' });
    await page.getByRole('link', { name: 'Stops', exact: true }).first().click();
    await press(page, 'Got it');
    await page.getByText('Your tour changed').waitFor({ state: 'detached' });
    await row.waitFor();
    expect(await row.getByText('New', { exact: true }).count()).toBe(0);
  }, 120_000);

  it('keeps what waits for a stop whose time is over, until the driver discards it', async () => {
    const { account, pool, ids, south } = await createDrivers();
    await using visit = await open(`${service.url}${STOPS}`, { ...PHONE, cookies: account.cookies });
    const { page } = visit;
    await page.getByRole('region', { name: 'Next stop: Oakfield West' }).waitFor();
    await kept(page, 2);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Open Oakfield West' }).click();
    await pressTwice(page, 'Mark as in transit');
    await page.getByText('Departure waiting to be sent').waitFor();
    await orderTour(account, south, [ids.Harbour, ids['Oakfield West']]);
    await pool.query("UPDATE former_stops SET left_at = now() - interval '49 hours' WHERE account_id = $1", [
      account.id,
    ]);
    await page.context().setOffline(false);
    await page.getByText('Departure not accepted').waitFor();
    // A phone that knows the stop no more, such as after three days.
    await page.evaluate(() => {
      const open = indexedDB.open('provender');
      return new Promise((resolve) => {
        open.addEventListener('success', () => {
          const tx = open.result.transaction('days', 'readwrite');
          tx.objectStore('days').clear();
          tx.addEventListener('complete', resolve);
        });
      });
    });
    await page.goto(`${service.url}/settings/stops/${ids['Oakfield West']}`);
    await page.getByText('No longer in your tours').waitFor();
    await page.getByText('Departure not accepted').waitFor();
    await press(page, 'Discard');
    await page.getByText('This stop does not exist').waitFor();
    expect(await stored(page)).toMatchObject({ waiting: 0 });
  }, 120_000);
});
