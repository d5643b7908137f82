import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { createDelivery, createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { linesOf } from '../support/http/download.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, moveTo, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { chooseAction, press } from '../support/web/press.ts';

const service = useService();

const ORDER = `query ($id: ID!, $to: Date!) { standingOrder(id: $id) {
  status weekdays everyWeeks pausedFrom pausedUntil notes lines { quantity weekdays }
  occurrences(to: $to) { date status isChanged lines { quantity } }
} }`;

const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns an order that is on every day. */
async function createOrder(account: SignedIn): Promise<{ id: string; supermarket: number }> {
  const { id: productId } = await createProduct(account, { name: 'Rye Bread' });
  const supermarket = await createSupermarket(account);
  const input = {
    supermarketId: supermarket.id,
    branchId: supermarket.branches[0].id,
    lines: [{ productId, quantity: 12 }],
    weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
    startsOn: inDays(0),
  };
  const { createStandingOrder } = await ask(
    account,
    'mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { id } }',
    { input },
  );
  return { id: createStandingOrder.id, supermarket: supermarket.id };
}

async function orderOf(account: SignedIn, id: string) {
  return (await ask(account, ORDER, { id, to: inDays(13) })).standingOrder;
}

/** Returns the id that the address of the page ends with, once it is the page of a standing order. */
async function idAt(page: Page): Promise<string> {
  await heading(page, /^Standing order #\d+$/);
  return new URL(page.url()).pathname.split('/').at(-1)!;
}

/** Returns what a day of the week is called, from its short name. */
function nameOf(short: string): RegExp {
  return new RegExp(`^${short}`);
}

describeInChromium((open) => {
  it('repeats a delivery, with lines for single days, and changes it', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account, { delivery_date: inDays(7) });
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page, problems } = visit;
    await chooseAction(page, 'Repeat…');
    await heading(page, 'New standing order');
    const weekday = new Date(inDays(7)).getUTCDay();
    const [own, other] = [WEEK[(weekday + 6) % 7]!, WEEK[weekday]!];
    const days = page.getByRole('group', { name: 'Days of the week' });
    expect(await days.getByRole('checkbox', { name: nameOf(own) }).isChecked()).toBe(true);
    await days.getByRole('checkbox', { name: nameOf(own) }).focus();
    await page.keyboard.press('Space');
    await press(page, 'Create standing order');
    await page.getByText('Select at least one day').waitFor();
    await page.keyboard.press('Space');
    await days.getByText(own, { exact: true }).click();
    for (const each of [own, other]) {
      const box = days.getByRole('checkbox', { name: nameOf(each) });
      if (!(await box.isChecked())) await days.getByText(each, { exact: true }).click();
    }
    await page.getByRole('group', { name: 'Days of line 1' }).getByText(other, { exact: true }).click();
    await page.getByLabel('Repeat every (weeks)').fill('9');
    await press(page, 'Create standing order');
    await page.locator('[name=everyWeeks][aria-invalid=true]').waitFor();
    await page.getByLabel('Repeat every (weeks)').fill('2');
    await press(page, 'Create standing order');
    // The second day has no line.
    await page.locator('[name=weekdays] [id$=-error]').waitFor();
    await days.getByText(other, { exact: true }).click();
    await press(page, 'Create standing order');
    const order = await idAt(page);
    const { weekdays, everyWeeks, lines, status } = await orderOf(account, order);
    expect({ count: weekdays.length, everyWeeks, lines, status }).toEqual({
      count: 1,
      everyWeeks: 2,
      lines: [{ quantity: 10, weekdays: null }],
      status: 'ACTIVE',
    });

    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.getByRole('textbox', { name: 'Notes' }).fill('Ring at the gate');
    await ask(
      account,
      'mutation ($id: ID!) { updateStandingOrder(id: $id, input: { everyWeeks: 3 }) { id } }',
      {
        id: order,
      },
    );
    await press(page, 'Save changes');
    await idAt(page);
    // What somebody else changed meanwhile stays.
    expect(await orderOf(account, order)).toMatchObject({ notes: 'Ring at the gate', everyWeeks: 3 });
    expect(problems).toEqual([]);
  });

  it('skips, restores and changes a date, pauses and ends the order', async () => {
    const account = await createSignedIn(service);
    const { id } = await createOrder(account);
    await using visit = await open(`${service.url}/settings/standing-orders/${id}`, account);
    const { page, problems } = visit;
    const stateOf = async (date: string) => {
      const { occurrences } = await orderOf(account, id);
      return (occurrences as { date: string; status: string }[]).find((each) => each.date === date);
    };
    const row = page.getByRole('row').filter({ has: page.locator(`a[href$="/dates/${inDays(5)}"]`) });
    const name = (await row.getByRole('button').first().getAttribute('aria-label'))!.replace('Skip ', '');
    await page.getByRole('button', { name: `Skip ${name}` }).click();
    await page.getByRole('button', { name: `Restore ${name}` }).waitFor();
    expect(await stateOf(inDays(5))).toMatchObject({ status: 'SKIPPED' });
    await page.getByRole('button', { name: `Restore ${name}` }).click();
    await page.getByRole('link', { name: `Change ${name}` }).click();
    await page.getByLabel('Quantity').fill('7');
    await press(page, 'Save this date');
    await idAt(page);
    await page.getByText('Planned, changed').waitFor();
    expect(await stateOf(inDays(5))).toMatchObject({
      status: 'PLANNED',
      isChanged: true,
      lines: [{ quantity: 7 }],
    });

    await press(page, 'Pause');
    await page.getByRole('dialog').getByLabel('First paused day').fill(inDays(0));
    await page.getByRole('dialog').getByLabel('Last paused day').fill(inDays(-1));
    await press(page.getByRole('dialog'), 'Pause');
    await page.getByRole('dialog').locator('[id$=-error]').first().waitFor();
    await page.getByRole('dialog').getByLabel('Last paused day').fill('');
    await press(page.getByRole('dialog'), 'Pause');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('until further notice').first().waitFor();
    expect(await orderOf(account, id)).toMatchObject({ status: 'PAUSED', pausedUntil: null });
    await press(page, 'Remove pause');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();

    await press(page, 'End');
    await press(page.getByRole('dialog'), 'End standing order');
    await page.getByText('Ended', { exact: true }).first().waitFor();
    expect(await orderOf(account, id)).toMatchObject({ status: 'ENDED' });
    expect(await page.getByRole('link', { name: 'Change', exact: true }).count()).toBe(0);
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  });

  it('records a date that passed, and all of them', async () => {
    const account = await createSignedIn(service);
    const { id } = await createOrder(account);
    await account.database.pool.query(
      `INSERT INTO occurrences (account_id, standing_order_id, date, status, reason, delivery_date, lines, failed_in)
       SELECT account_id, standing_order_id, day, 'failed', 'too_late', day,
              jsonb_build_array(jsonb_build_object('product_id', product_id::text, 'quantity', quantity)), now()
       FROM standing_order_lines, unnest($3::date[]) AS day WHERE account_id = $1 AND standing_order_id = $2`,
      [account.id, id, [inDays(-3), inDays(-2), inDays(-1)]],
    );
    await using visit = await open(`${service.url}/settings/standing-orders/${id}`, account);
    const { page, problems } = visit;
    await page
      .getByRole('button', { name: /^Restore / })
      .first()
      .click();
    await page
      .getByText(/The delivery of .+ was created/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Restore / }).count()).toBe(2);
    await moveTo(page, '/standing-orders');
    await press(page, 'Restore missed dates');
    await press(page.getByRole('dialog'), 'Create deliveries');
    await page.getByText('2 deliveries created').waitFor();
    const { rows } = await account.database.pool.query(
      'SELECT count(*)::int AS count FROM deliveries WHERE account_id = $1 AND delivery_date < $2',
      [account.id, inDays(0)],
    );
    expect(rows).toEqual([{ count: 3 }]);
    expect(problems).toEqual([]);
  });

  it('shows days, what each needs, and a week of a supermarket, where one press skips', async () => {
    const account = await createSignedIn(service);
    const { id, supermarket } = await createOrder(account);
    await using visit = await open(`${service.url}/settings/calendar?date=${inDays(6)}`, account);
    const { page, problems } = visit;
    const days = page.getByRole('list', { name: 'Days' });
    await expect.poll(() => days.getByRole('button').count()).toBe(14);
    await days
      .getByRole('button', { name: /1 planned/ })
      .first()
      .waitFor();
    const needed = page.getByRole('row', { name: /Rye Bread/ });
    await needed.getByText('12').first().waitFor();
    const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    const lines = await linesOf(service, account, file!.replace('/export/', ''));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Rye Bread');
    await page.getByRole('button', { name: /^Skip / }).click();
    await page.getByRole('button', { name: /^Restore / }).waitFor();
    await page.getByText('No deliveries are due on this day, and none are planned.').waitFor();

    await page.getByText('Month', { exact: true }).click();
    await expect.poll(async () => (await days.getByRole('button').count()) % 7).toBe(0);
    await moveTo(page, `/calendar?period=week&from=${inDays(8)}&supermarketId=${supermarket}`);
    const table = page.getByRole('table');
    await expect.poll(() => table.getByText('12 × Rye Bread').count()).toBeGreaterThan(1);
    const before = await table.getByText('12 × Rye Bread').count();
    await table
      .getByRole('button', { name: /^Skip / })
      .last()
      .click();
    await expect.poll(() => table.getByText('12 × Rye Bread').count()).toBe(before - 1);
    expect((await orderOf(account, id)).status).toBe('ACTIVE');
    expect(problems).toEqual([]);
  });
});
