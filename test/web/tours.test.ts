import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createDriver } from '../support/records/drivers.ts';
import { inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { chooseAction, press } from '../support/web/press.ts';
import { createMorning, createTourOf, orderTour, stopsByTour } from './morning.ts';
import { readPdf } from './read-pdf.ts';

const service = useService();
const DATE = inDays(1);
/** The upper half of a stop. */
const TOP = { targetPosition: { x: 40, y: 2 } };

/** Creates a signed-in owner with the deliveries of tomorrow morning. */
async function clerk() {
  const account = await createSignedIn(service);
  return { account, ids: await createMorning(account, DATE) };
}

/** Returns the card of a tour, or of the deliveries in none. */
const cardOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Returns a stop of a tour, or a delivery in none. */
const stopIn = (card: Locator, branch: string): Locator =>
  card.getByRole('listitem').filter({ hasText: branch });

async function branchesOf(card: Locator): Promise<string[]> {
  return card.getByRole('listitem').getByRole('link').allInnerTexts();
}

/** Returns the id of a person. */
async function personOf({ id, database }: SignedIn, name: string): Promise<string> {
  const { rows } = await database.pool.query('SELECT id FROM people WHERE account_id = $1 AND name = $2', [
    id,
    name,
  ]);
  return rows[0].id;
}

describeInChromium((open) => {
  it('says before a delivery is cancelled, or gets another date, that it leaves its tour', async () => {
    const { account, ids } = await clerk();
    await createTourOf(account, { name: 'North', deliveryIds: [ids.Station, ids.Harbour] });
    await createTourOf(account, { name: 'South', deliveryIds: [ids['Old Town']] });
    await using visit = await open(`${service.url}/settings/deliveries/${ids.Station}`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    await page.getByRole('link', { name: 'North' }).waitFor();
    await chooseAction(page, 'Cancel delivery');
    await dialog.getByText('This delivery leaves the tour “North”').waitFor();
    await press(dialog, 'Keep delivery');
    await page.goto(`${service.url}/settings/deliveries/${ids['Oakfield West']}`);
    await chooseAction(page, 'Cancel delivery');
    await dialog.getByRole('button', { name: 'Cancel delivery', disabled: false }).waitFor();
    expect(await dialog.getByText('leaves the tour').count()).toBe(0);

    await page.goto(`${service.url}/settings/deliveries/${ids.Harbour}/change`);
    const warning = page.getByText('On another day, this delivery leaves the tour “North”');
    await page.getByLabel('Delivery date').fill(inDays(3));
    await warning.waitFor();
    await page.getByLabel('Delivery date').fill(DATE);
    await warning.waitFor({ state: 'detached' });

    await page.goto(`${service.url}/settings/deliveries`);
    await page.getByLabel('Select all on this page').check();
    await press(page, 'Cancel deliveries');
    await dialog.getByText('3 deliveries will leave: “North”, “South”').waitFor();
    await press(dialog, 'Cancel deliveries');
    await page.getByText('4 cancelled').waitFor();
    expect(await stopsByTour(account, DATE)).toEqual({ North: [], South: [] });
    expect(problems).toEqual([]);
  });

  it('says how many of all that match leave their tours', async () => {
    const { account, ids } = await clerk();
    await createTourOf(account, { deliveryIds: [ids.Station, ids.Harbour] });
    await account.database.pool.query(
      `INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value, total_weight)
       SELECT account_id, supermarket_id, branch_id, delivery_date, 10, 24.90, 10
       FROM deliveries, generate_series(1, 120) WHERE account_id = $1 AND id = $2`,
      [account.id, ids.Station],
    );
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page } = visit;
    await page.getByLabel('Select all on this page').check();
    await press(page, 'Select all 124 matching');
    await page.getByText('124 deliveries selected').waitFor();
    await press(page, 'Cancel deliveries');
    const dialog = page.getByRole('dialog', { name: 'Cancel 124 deliveries?' });
    await dialog.getByRole('status').waitFor();
    expect(await dialog.getByRole('status').innerText()).toBe('2 deliveries will leave tours');
  });

  it('shows on Today how far each tour is, and finds those of today and tomorrow by name and driver', async () => {
    const account = await createSignedIn(service);
    await createDriver(service, account);
    const today = inDays(0);
    const ids = await createMorning(account, today);
    const driverId = await personOf(account, 'Ann');
    const north = await createTourOf(account, {
      date: today,
      name: 'North',
      startsAt: '05:30',
      driverId,
      deliveryIds: [ids.Station, ids.Harbour, ids['Old Town']],
    });
    const coast = await createTourOf(account, { name: 'Coast', driverId, deliveryIds: [] });
    await createTourOf(account, { date: inDays(2), name: 'Later', driverId, deliveryIds: [] });
    for (const status of ['in_transit', 'completed'])
      await account.call('PATCH', `/deliveries/${ids.Station}`, { body: { status } });
    await using visit = await open(`${service.url}/settings`, account);
    const { page, problems } = visit;
    const card = cardOf(page, 'Tours today');
    await card.getByText('Ann, from 05:30').waitFor();
    await card.getByText('1 of 3').waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    await field.fill('ann');
    const found = page.getByRole('group', { name: 'Tours' }).getByRole('option');
    await expect
      .poll(() => found.allInnerTexts())
      .toEqual([expect.stringMatching(/^North · Ann/), expect.stringMatching(/^Coast · Ann/)]);
    await field.fill('coast');
    await expect.poll(() => found.count()).toBe(1);
    await field.press('Enter');
    await page.waitForURL(`**/tours/${coast}`);
    await page.goto(`${service.url}/settings`);
    await card.getByRole('link', { name: 'North' }).click();
    await page.waitForURL(`**/tours/${north}`);
    expect(problems).toEqual([]);
  });

  it('prints the notes of all tours of a day, or of one, in their order, each on a page of its own', async () => {
    const { account, ids } = await clerk();
    await createTourOf(account, {
      name: 'Late',
      startsAt: '08:00',
      deliveryIds: [ids['Oakfield West'], ids.Station],
    });
    await createTourOf(account, {
      name: 'Early',
      startsAt: '05:00',
      deliveryIds: [ids['Old Town'], ids.Harbour],
    });
    await using visit = await open(`${service.url}/settings/tours?date=${DATE}`, account);
    const { page, problems } = visit;
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: '4 delivery notes' }).waitFor();
    const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
    const order = [ids['Old Town'], ids.Harbour, ids['Oakfield West'], ids.Station];
    expect(pages.map((text) => /Delivery note #(\d+)/.exec(text)?.[1])).toEqual(order);
    await page.goto(`${service.url}/settings/tours?date=${DATE}`);
    await press(page, 'Actions of Late');
    await page.getByRole('dialog').getByRole('link', { name: 'Notes' }).click();
    await page.getByRole('heading', { level: 1, name: '2 delivery notes' }).waitFor();
    expect(new URL(page.url()).searchParams.has('ids')).toBe(true);
    const titles = await page.getByRole('article').getByRole('heading').allInnerTexts();
    expect(titles).toEqual([`Delivery note #${ids['Oakfield West']}`, `Delivery note #${ids.Station}`]);
    expect(problems).toEqual([]);
  });

  it('makes tours of ticked deliveries, and asks before it takes one that was put into a tour meanwhile', async () => {
    const { account, ids } = await clerk();
    await using visit = await open(`${service.url}/settings/tours?date=${DATE}`, account);
    const { page } = visit;
    const free = cardOf(page, 'In no tour');
    await free.getByRole('checkbox').nth(0).check();
    await free
      .getByRole('checkbox')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await free.getByRole('checkbox').nth(2).uncheck();
    await press(free, 'Create with 2 stops');
    await cardOf(page, 'Tour 1').waitFor();
    await expect.poll(() => free.getByRole('checkbox').count()).toBe(2);
    // By their windows.
    expect(await branchesOf(cardOf(page, 'Tour 1'))).toEqual(['Station', 'Oakfield West']);
    await stopIn(free, 'Harbour').getByRole('checkbox').check();
    await createTourOf(account, { name: 'Quick', deliveryIds: [ids.Harbour] });
    await press(free, 'Create with 1 stop');
    const dialog = page.getByRole('dialog', { name: 'Take over from “Quick”?' });
    await dialog.waitFor();
    expect(await stopsByTour(account, DATE)).toMatchObject({ Quick: [ids.Harbour] });
    await press(dialog, 'Take over');
    await cardOf(page, 'Tour 2').waitFor();
    expect(await stopsByTour(account, DATE)).toEqual({
      Quick: [],
      'Tour 1': [ids.Station, ids['Oakfield West']],
      'Tour 2': [ids.Harbour],
    });
  });

  it('moves stops by keys, and says where they are', async () => {
    const { account, ids } = await clerk();
    await createTourOf(account, { name: 'A', deliveryIds: [ids.Station, ids.Harbour] });
    await createTourOf(account, { name: 'B', deliveryIds: [ids['Old Town']] });
    await using visit = await open(`${service.url}/settings/tours?date=${DATE}`, account);
    const { page, problems } = visit;
    const link = (branch: string) => page.getByRole('link', { name: branch, exact: true });
    await link('Station').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Station is stop 2 of 2 of A').waitFor();
    await expect.poll(() => stopsByTour(account, DATE)).toMatchObject({ A: [ids.Harbour, ids.Station] });
    await cardOf(page, 'A').getByText('Window begins earlier').waitFor();
    await link('Station').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByText('Station is stop 2 of B').waitFor();
    expect(await stopsByTour(account, DATE)).toEqual({ A: [ids.Harbour], B: [ids['Old Town'], ids.Station] });
    expect(problems).toEqual([]);
  });

  it('drags stops within a tour, between tours, from those in none, and back', async () => {
    const { account, ids } = await clerk();
    await createTourOf(account, { name: 'A', deliveryIds: [ids.Station, ids.Harbour] });
    await createTourOf(account, { name: 'B', deliveryIds: [] });
    await using visit = await open(`${service.url}/settings/tours?date=${DATE}`, account);
    const { page, problems } = visit;
    const [a, b, free] = [cardOf(page, 'A'), cardOf(page, 'B'), cardOf(page, 'In no tour')];
    await stopIn(a, 'Harbour').dragTo(stopIn(a, 'Station'), TOP);
    await expect.poll(() => stopsByTour(account, DATE)).toEqual({ A: [ids.Harbour, ids.Station], B: [] });
    await expect.poll(() => branchesOf(a)).toEqual(['Harbour', 'Station']);
    await stopIn(a, 'Harbour').getByRole('link').dragTo(b.getByText('No stops yet.'));
    await expect.poll(() => branchesOf(b)).toEqual(['Harbour']);
    expect(await stopsByTour(account, DATE)).toEqual({ A: [ids.Station], B: [ids.Harbour] });
    // Both that are ticked, in their order.
    await stopIn(free, 'Old Town').getByRole('checkbox').check();
    await stopIn(free, 'Oakfield West').getByRole('checkbox').check();
    await stopIn(free, 'Old Town').dragTo(stopIn(b, 'Harbour'), TOP);
    await expect
      .poll(() => stopsByTour(account, DATE))
      .toEqual({ A: [ids.Station], B: [ids['Oakfield West'], ids['Old Town'], ids.Harbour] });
    await free.getByText('All deliveries are in a tour').waitFor();
    await stopIn(b, 'Old Town').dragTo(free.getByText('All deliveries are in a tour'));
    await stopIn(free, 'Old Town').waitFor();
    expect(await stopsByTour(account, DATE)).toEqual({
      A: [ids.Station],
      B: [ids['Oakfield West'], ids.Harbour],
    });
    expect(problems).toEqual([]);
  });

  it('asks before a dragged delivery leaves a tour of somebody who was quicker, and shows both orders', async () => {
    const { account, ids } = await clerk();
    const a = await createTourOf(account, { name: 'A', deliveryIds: [ids.Station, ids.Harbour] });
    await using visit = await open(`${service.url}/settings/tours?date=${DATE}`, account);
    const { page } = visit;
    const card = cardOf(page, 'A');
    await stopIn(card, 'Station').waitFor();
    await createTourOf(account, { name: 'B', deliveryIds: [ids['Old Town']] });
    await stopIn(cardOf(page, 'In no tour'), 'Old Town').dragTo(stopIn(card, 'Station'), TOP);
    await press(page.getByRole('dialog', { name: 'Take over from “B”?' }), 'Take over');
    await expect.poll(async () => (await stopsByTour(account, DATE)).B).toEqual([]);
    await expect.poll(() => branchesOf(card)).toEqual(['Old Town', 'Station', 'Harbour']);
    await orderTour(account, a, [ids.Harbour, ids.Station]);
    await stopIn(card, 'Old Town').getByRole('link').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await card.getByText('Somebody changed A meanwhile').waitFor();
    await card.getByText(/Yours: /).waitFor();
    await press(card, 'Save my order');
    await expect
      .poll(async () => (await stopsByTour(account, DATE)).A)
      .toEqual([ids.Station, ids['Old Town'], ids.Harbour]);
  });
});
