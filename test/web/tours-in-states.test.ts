import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { createDriver } from '../support/records/drivers.ts';
import { inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo } from '../support/service/settings.ts';
import { overflowOf, violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { createMorning, createTourOf, orderTour } from './morning.ts';

const service = useService();
const DATE = inDays(1);
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 812 };

/** Returns what axe finds at both widths, and by how much the page is too wide. */
async function faultsOf(page: Page, state: string): Promise<string[]> {
  const faults: string[] = [];
  const within = (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'main';
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    const found = await violationsOf(page, within);
    faults.push(...found.map((fault) => `${state}, ${size.width} pixels: ${fault}`));
    const overflow = await overflowOf(page);
    if (overflow > 0) faults.push(`${state}: ${overflow} of ${size.width} pixels too wide`);
  }
  await page.setViewportSize(DESKTOP);
  return faults;
}

describeInChromium((open) => {
  it('has pages of tours without accessibility problems, on a desktop and a phone, in every state', async () => {
    const account = await createSignedIn(service);
    await createDriver(service, account);
    const ids = await createMorning(account, DATE);
    await using visit = await open(`${service.url}/settings/tours?date=${inDays(9)}`, {
      viewport: DESKTOP,
      cookies: account.cookies,
    });
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    const faults: string[] = [];
    const look = async (state: string) => faults.push(...(await faultsOf(page, state)));
    await page.getByText('No tours yet').waitFor();
    await look('an empty day');
    for (const path of ['/tour-templates', `/tours/sheets?date=${inDays(9)}&sheet=day`]) {
      await moveTo(page, path);
      await look(`empty ${path}`);
    }

    const a = await createTourOf(account, {
      name: 'North',
      vehicle: 'HH-PR 12',
      startsAt: '05:30',
      deliveryIds: [ids.Harbour, ids.Station],
    });
    const b = await createTourOf(account, { name: 'South', deliveryIds: [ids['Old Town']] });
    await moveTo(page, `/tours?date=${DATE}`);
    await page.getByText('Window begins earlier').waitFor();
    await page.getByRole('checkbox').first().check();
    await look('a filled day');
    await page.getByRole('button', { name: 'Move Harbour' }).click();
    await dialog.getByText('Move to South').waitFor();
    await page.keyboard.press('Escape');

    // Somebody is quicker with what was ticked, and with the order.
    await orderTour(account, b, [ids['Old Town'], ids['Oakfield West']]);
    await press(page, 'Create with 1 stop');
    await page.getByRole('dialog', { name: 'Take over from “South”?' }).waitFor();
    await look('a question');
    await press(dialog, 'Cancel');
    await orderTour(account, a, [ids.Station, ids.Harbour]);
    await page.getByRole('link', { name: 'Harbour', exact: true }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Somebody changed North meanwhile').waitFor();
    await look('a conflict');
    await page.keyboard.press('Tab');
    await press(page, 'Keep theirs');

    await press(page, 'Actions of North');
    await press(dialog, 'Change');
    await dialog.getByLabel('Vehicle').fill('HH-PR 13');
    await look('a tour that is changed');
    await ask(account, `mutation ($id: ID!) { updateTour(id: $id, input: { vehicle: "HH-PR 14" }) { id } }`, {
      id: a,
    });
    await press(dialog, 'Save');
    await dialog.getByText('Somebody changed this tour while you were editing').waitFor();
    await look('a tour that somebody changed');
    await press(dialog, 'Cancel');
    await press(page, 'Actions of North');
    await press(dialog, 'Delete');
    await dialog.getByRole('button', { name: 'Delete tour' }).waitFor();
    await look('a tour to delete');
    await page.keyboard.press('Escape');

    for (const path of [`/tours/${a}`, `/tours/sheets?date=${DATE}&sheet=day`]) {
      await moveTo(page, path);
      await page.getByText('Harbour').first().waitFor();
      await look(path);
    }
    await moveTo(page, `/tours/sheets?tour=${a}&sheet=loading`);
    await page.getByRole('table', { name: 'Stops, the last one first' }).waitFor();
    await look('a loading list');

    await moveTo(page, '/tour-templates');
    await press(page, 'New template');
    await dialog.getByLabel('Name').fill('North');
    await look('a new template');
    expect(faults).toEqual([]);
  }, 120_000);
});
