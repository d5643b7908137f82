import { expect, it } from 'vitest';
import { createSentDelivery, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, settle } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const service = useService();
/**
 * 21:30 on 25 November in UTC: already the 26th in Auckland, still the 25th in Honolulu, half past eleven.
 */
const EVENING = new Date('2026-11-25T21:30:00Z');
/** 05:00 on the 26th in UTC: the evening of the 25th in Honolulu. */
const NIGHT = new Date('2026-11-26T05:00:00Z');

describeInChromium((open) => {
  it('works in a browser under LANG=C.UTF-8', async () => {
    const { cookies } = await createSignedIn(service);
    const env = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', LANGUAGE: '' };
    await using visit = await open(`${service.url}/settings/account`, { cookies, env });
    await settle(visit.page);
    expect(await visit.page.getByLabel('Currency').locator('option').count()).toBeGreaterThan(100);
    expect(await visit.page.evaluate(() => navigator.language)).toBe('en-US@posix');
    for (const path of ['', '/usage']) {
      await visit.page.goto(`${service.url}/settings${path}`);
      await settle(visit.page);
      await visit.page.getByRole('heading', { level: 1 }).waitFor();
    }
    expect(visit.problems).toEqual([]);
  });

  it.each(['C', ''])('works if the language is “%s”', async (language) => {
    const { cookies } = await createSignedIn(service);
    await using visit = await open(`${service.url}/healthz`, { cookies });
    await visit.page.addInitScript(`
      Object.defineProperty(navigator, 'language', { get: () => ${JSON.stringify(language)} });
      Object.defineProperty(navigator, 'languages', { get: () => [${JSON.stringify(language)}] });`);
    await visit.page.goto(`${service.url}/settings/account`);
    await settle(visit.page);
    await visit.page.getByLabel('Currency').waitFor();
    expect(visit.problems).toEqual([]);
  });

  it.each([
    ['Pacific/Auckland', EVENING, '2026-11-26', 'Nov 26, 2026 or later. Days are counted in UTC.'],
    [
      'Pacific/Honolulu',
      EVENING,
      '2026-11-26',
      'Tomorrow or later. For today, change a delivery that is still pending.',
    ],
    ['Pacific/Honolulu', NIGHT, '2026-11-27', 'Nov 27, 2026 or later. Days are counted in UTC.'],
  ])('offers the first day that the service accepts, in %s', async (timezoneId, now, first, hint) => {
    const { cookies } = await createSignedIn(service);
    await using visit = await open(`${service.url}/healthz`, { cookies, timezoneId, locale: 'en-US' });
    await visit.page.clock.setFixedTime(now);
    await visit.page.goto(`${service.url}/settings/deliveries/new`);
    const field = visit.page.getByLabel('Delivery date');
    await field.waitFor();
    expect([await field.getAttribute('min'), await field.inputValue()]).toEqual([first, first]);
    await visit.page.getByText(hint, { exact: true }).waitFor();
  });

  it.each([
    ['of 25 hours', '2026-10-24T22:30:00Z', '2026-10-26'],
    ['before one of 23 hours', '2027-03-27T22:30:00Z', '2027-03-28'],
  ])('offers tomorrow on a day %s', async (_day, now, tomorrow) => {
    const { id, cookies } = await createSignedIn(service);
    await service.database.pool.query("UPDATE accounts SET time_zone = 'Europe/Berlin' WHERE id = $1", [id]);
    await using visit = await open(`${service.url}/healthz`, { cookies, timezoneId: 'UTC' });
    await visit.page.clock.setFixedTime(now);
    await visit.page.goto(`${service.url}/settings/deliveries/new`);
    const field = visit.page.getByLabel('Delivery date');
    await field.waitFor();
    expect([await field.getAttribute('min'), await field.inputValue()]).toEqual([tomorrow, tomorrow]);
  });

  it('suggests today where the account is as the date of a return, and warns of unusual ones', async () => {
    const account = await createSignedIn(service);
    const delivery = await createSentDelivery(account);
    const there = { cookies: account.cookies, timezoneId: 'Pacific/Auckland', locale: 'en-US' };
    await using visit = await open(`${service.url}/healthz`, there);
    const { page } = visit;
    const tonight = new Date(`${inDays(0)}T21:30:00Z`);
    await page.clock.setFixedTime(tonight);
    await page.goto(`${service.url}/settings/deliveries/${delivery.id}`);
    await press(page, 'Record return');
    const field = page.getByLabel('Return date');
    const warning = page.getByRole('dialog').getByRole('status');
    expect(await field.inputValue()).toBe(inDays(0));
    expect(await warning.count()).toBe(0);
    await field.fill(inDays(1));
    expect(await warning.innerText()).toBe('This date is in the future.');
    await field.fill('2019-05-02');
    expect(await warning.innerText()).toMatch(/^This date is more than 366 days ago\. Check the year\.\s/);
    await page.getByLabel('Quantity').fill('2');
    await page.getByLabel('Reason').selectOption('damaged');
    await press(page.getByRole('dialog'), 'Record return');
    expect(await page.getByText(/Return recorded/).count()).toBe(0);
    await page.getByLabel('May 2, 2019 is right').check();
    await press(page.getByRole('dialog'), 'Record return');
    await page.getByText(/Return recorded/).waitFor();
    const { rows } = await service.database.pool.query<{ date: string }>(
      'SELECT return_date::text AS date FROM returns WHERE account_id = $1',
      [account.id],
    );
    expect(rows).toEqual([{ date: '2019-05-02' }]);
  });

  it('suggests today where the account is as the date of several returns', async () => {
    const { id, cookies } = await createSignedIn(service);
    await service.database.pool.query("UPDATE accounts SET time_zone = 'Pacific/Auckland' WHERE id = $1", [
      id,
    ]);
    await using visit = await open(`${service.url}/healthz`, { cookies, timezoneId: 'Pacific/Honolulu' });
    await visit.page.clock.setFixedTime(EVENING);
    await visit.page.goto(`${service.url}/settings/returns`);
    await press(visit.page, 'Record returns');
    expect(await visit.page.getByLabel('Return date').inputValue()).toBe('2026-11-26');
  });
});
