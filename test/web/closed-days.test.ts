import { expect, it } from 'vitest';
import { createDelivery, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const service = useService();

const CALENDAR = `BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
DTSTART;VALUE=DATE:${inDays(20).replaceAll('-', '')}
DTEND;VALUE=DATE:${inDays(22).replaceAll('-', '')}
SUMMARY:Stocktaking
END:VEVENT
END:VCALENDAR`;

describeInChromium((open) => {
  it('sets public holidays, closed days of the week, and what the account refuses', async () => {
    const account = await createSignedIn(service);
    const { id, branches } = await createSupermarket(account);
    await using visit = await open(`${service.url}/settings/account`, account);
    const { page, problems } = visit;
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Delivery days' }) });
    await card.getByLabel('Public holidays').selectOption({ label: 'Germany: Bayern' });
    await card.getByRole('checkbox', { name: 'Sunday' }).check({ force: true });
    await card.getByLabel('Refuse deliveries on closed days').check();
    await press(card, 'Save');
    await page.getByText('Delivery days saved').waitFor();
    const { rows } = await service.database.pool.query(
      'SELECT public_holidays, closed_weekdays, refuses_closed_days, refuses_late_orders FROM accounts WHERE id = $1',
      [account.id],
    );
    expect(rows).toEqual([
      {
        public_holidays: 'DE-BY',
        closed_weekdays: 64,
        refuses_closed_days: true,
        refuses_late_orders: false,
      },
    ]);
    await card.getByRole('link', { name: 'Closed days' }).click();
    await page.getByRole('cell', { name: 'Public holiday' }).first().waitFor();
    await page.getByRole('cell', { name: 'Every week' }).first().waitFor();
    await page.getByRole('link', { name: 'CC BY-SA 3.0' }).waitFor();
    await goTo(page, service.url, `/supermarkets/${id}`);
    await press(page, `Edit ${branches[0].name}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('The same days as the account').uncheck();
    await dialog.getByRole('checkbox', { name: 'Monday' }).check({ force: true });
    await press(dialog, 'Save');
    await page.getByText('Branch saved').waitFor();
    const { rows: stored } = await service.database.pool.query(
      'SELECT closed_weekdays FROM branches WHERE account_id = $1 ORDER BY id',
      [account.id],
    );
    expect(stored.map(({ closed_weekdays: days }) => days)).toEqual([1, null]);
    expect(problems).toEqual([]);
  });

  it('adds, imports, opens and removes closed days', async () => {
    const account = await createSignedIn(service);
    const { branches } = await createSupermarket(account);
    await using visit = await open(`${service.url}/settings/closed-days`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    await press(page, 'Add closed days');
    await dialog.getByLabel('First day').fill(inDays(10));
    await dialog.getByLabel('Last day').fill(inDays(9));
    await press(dialog, 'Add');
    await dialog.getByText(/Last day must be between/).waitFor();
    await dialog.getByLabel('Last day').fill(inDays(11));
    await dialog.getByLabel('Reason').fill('Trade fair');
    await press(dialog, 'Add');
    await expect.poll(() => page.getByRole('row', { name: /Trade fair/ }).count()).toBe(2);
    await press(page, 'Import calendar');
    await dialog.getByLabel('Or paste its text').fill(CALENDAR);
    await press(dialog, 'Preview');
    await dialog.getByText('Add 2 closed days?').waitFor();
    await press(dialog, 'Add');
    await expect.poll(() => page.getByRole('row', { name: /Stocktaking Calendar file/ }).count()).toBe(2);
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await expect.poll(() => page.getByRole('row', { name: /Trade fair/ }).count()).toBe(1);
    await goTo(page, service.url, `/closed-days?branchId=${branches[0].id}`);
    await page.getByRole('heading', { level: 1, name: 'Closed days of Central' }).waitFor();
    await page.getByRole('button', { name: /^Open/ }).first().click();
    await page.getByRole('row', { name: /Open/ }).filter({ hasText: 'Entered' }).waitFor();
    const { rows } = await service.database.pool.query(
      `SELECT branch_id::int AS branch, to_char(date, 'YYYY-MM-DD') AS date, is_open AS open FROM closed_days
       WHERE account_id = $1 ORDER BY date, branch_id NULLS FIRST`,
      [account.id],
    );
    expect(rows).toEqual([
      { branch: null, date: inDays(11), open: false },
      { branch: branches[0].id, date: inDays(11), open: true },
      { branch: null, date: inDays(20), open: false },
      { branch: null, date: inDays(21), open: false },
    ]);
    expect(problems).toEqual([]);
  });

  it('names the branches that are closed before deliveries are duplicated, and warns after it', async () => {
    const account = await createSignedIn(service);
    const { id, name, branches } = await createSupermarket(account);
    for (const { id: branch } of branches)
      await createDelivery(account, { supermarket_id: id, subchain_id: branch, delivery_date: inDays(1) });
    await service.database.pool.query(
      `INSERT INTO closed_days (account_id, branch_id, date, reason, source) VALUES ($1, $2, $3, 'Stocktaking', 'typed')`,
      [account.id, branches[0].id, inDays(9)],
    );
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page, problems } = visit;
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Duplicate to date…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Delivery date').fill(inDays(9));
    await dialog.getByText(/^Closed on .+: 1 branch$/).waitFor();
    await dialog.getByText(`${name}, ${branches[0].name} (Stocktaking).`).waitFor();
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await dialog.getByRole('heading', { name: `${branches.length} deliveries created` }).waitFor();
    expect(await dialog.getByText(`${inDays(9)} is a closed day: Stocktaking`).count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('warns about a closed day where it is chosen, and creates a delivery on it when confirmed', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account);
    await service.database.pool.query(
      `WITH day AS (INSERT INTO closed_days (account_id, date, reason, source) VALUES ($1, $2, 'Stocktaking', 'typed'))
       UPDATE accounts SET refuses_closed_days = true WHERE id = $1`,
      [account.id, inDays(5)],
    );
    await using visit = await open(`${service.url}/settings/deliveries/new?copy=${id}`, account);
    const { page, problems } = visit;
    await page.getByLabel('Delivery date').fill(inDays(5));
    await page.getByText(/^Stocktaking\. The next possible day is/).waitFor();
    await press(page.getByRole('main'), 'Create delivery');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Deliver on this day anyway?').waitFor();
    await press(dialog, 'Create anyway');
    await page.getByText('Check the delivery date').waitFor();
    await page.getByText(/is a closed day: Stocktaking/).waitFor();
    await goTo(page, service.url, '/deliveries');
    await page.getByText('Closed day', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });
});
