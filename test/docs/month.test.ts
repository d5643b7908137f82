import { expect, it } from 'vitest';
import { codeBlocks, textOf } from '../support/text/markdown.ts';
import { cardOf, figuresOf, money } from '../web/dashboard.ts';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';

const service = useService();

const DELIVERIES = 2_000;
const BATCH = 100;
/** The number of each: moved to the next month, changed, cancelled and created again, returned by mistake. */
const CORRECTIONS = 25;
const CENTS = 250;
const GRAMS = 500;

/** The query of the guide, about the month that these deliveries are in. */
const [QUERY] = codeBlocks(textOf('docs/corrections.md'), 'graphql').filter((query) =>
  query.includes('deliveryAnalytics'),
) as [string];

async function send(account: SignedIn, method: string, path: string, body: object) {
  const { status, json, text } = await account.call(method, path, { body });
  expect({ status, text }).toEqual({ status: status < 300 ? status : 200, text });
  return json.data;
}

/**
 * Writes the month of an accountant, with its corrections, through the API, and returns what it must add up
 * to.
 */
async function writeMonth(account: SignedIn) {
  const { id, branches } = await createSupermarket(account);
  const product = await createProduct(account, { price: CENTS / 100, weight: GRAMS / 1_000 });
  const rowOf = (at: number) => ({
    supermarket_id: id,
    subchain_id: branches[at % 2].id,
    delivery_date: `2099-10-${String(1 + (at % 31)).padStart(2, '0')}`,
    reference: `D-${at}`,
    products: [{ product_id: product.id, quantity: 1 + (at % 9) }],
  });
  const ids: number[] = [];
  for (let at = 0; at < DELIVERIES; at += BATCH) {
    const deliveries = Array.from({ length: BATCH }, (_, n) => rowOf(at + n));
    const created: { id: number }[] = await send(account, 'POST', '/deliveries/batch', { deliveries });
    ids.push(...created.map((each) => each.id));
  }
  let units = ids.reduce((sum, _id, at) => sum + 1 + (at % 9), 0);
  const revise = async (at: number, input: object) => {
    const query = `mutation ($id: ID!, $input: ReviseDeliveryInput!) { reviseDelivery(id: $id, input: $input) { id } }`;
    const variables = { id: String(ids[at]), input };
    const { json } = await account.call('POST', '//graphql', { body: { query, variables } });
    expect(json.errors).toBeUndefined();
  };
  for (let n = 0; n < CORRECTIONS; n++) {
    await revise(n, { deliveryDate: '2099-11-01' });
    units -= 1 + (n % 9);
    const quantity = 100 + n;
    await revise(100 + n, { products: [{ productId: String(product.id), quantity }] });
    units += quantity - (1 + ((100 + n) % 9));
    await send(account, 'PATCH', `/deliveries/${ids[200 + n]}`, { status: 'cancelled' });
    await send(account, 'POST', '/deliveries', rowOf(200 + n));
    const delivery_id = ids[300 + n];
    await send(account, 'PATCH', `/deliveries/${delivery_id}`, { status: 'in_transit' });
    const returned = {
      delivery_id,
      product_id: product.id,
      quantity: 1,
      reason: 'damaged',
      return_date: '2099-10-31',
    };
    const mistake = await send(account, 'POST', '/returns', returned);
    await send(account, 'POST', `/returns/${mistake.id}/reverse`, { reason: 'Typed twice' });
  }
  await send(account, 'PATCH', `/deliveries/${ids[400]}`, { status: 'cancelled' });
  const cancelled = 1 + (400 % 9);
  units -= cancelled;
  return { count: DELIVERIES - CORRECTIONS - 1, units, cancelledUnits: cancelled + sumOfCancelled() };
}

/** Returns the units of the deliveries that were cancelled and created again. */
function sumOfCancelled(): number {
  return Array.from({ length: CORRECTIONS }, (_, n) => 1 + ((200 + n) % 9)).reduce(
    (one, other) => one + other,
    0,
  );
}

describeInChromium((open) => {
  it('adds up the month of an accountant after a hundred corrections, by API, page and file', async () => {
    const account = await createSignedIn(service);
    const { count, units, cancelledUnits } = await writeMonth(account);
    const value = (units * CENTS) / 100;
    const kilograms = (units * GRAMS) / 1_000;

    const query = QUERY.replaceAll('2026-10', '2099-10');
    const { json } = await account.call('POST', '//graphql', { body: { query } });
    expect(json.errors).toBeUndefined();
    const { deliveryAnalytics, deliveryTotals, returnAnalytics } = json.data;
    const { total } = deliveryAnalytics;
    expect(total).toMatchObject({
      count,
      value,
      units,
      kilograms,
      completed: { count: 0 },
      open: { count, value },
    });
    expect(total.cancelled).toEqual({ count: CORRECTIONS + 1, value: (cancelledUnits * CENTS) / 100 });
    expect(deliveryTotals).toEqual({ count: count + CORRECTIONS + 1, value: value + total.cancelled.value });
    // The mistakes are dated in a month to come, so their reversals are, too: no reversal is dated before its
    // return.
    expect(returnAnalytics.total).toEqual({ count: 0, creditAmount: 0 });

    const file = await fetch(`${service.url}/export/deliveries.csv?dateFrom=2099-10-01&dateTo=2099-10-31`, {
      headers: { Authorization: `Bearer ${account.key}` },
    });
    const [head, ...rows] = (await file.text()).trim().split('\r\n');
    const names = head!.split(',');
    const kept = rows
      .map((row) => row.split(','))
      .filter((row) => row[names.indexOf('"status"')] !== '"cancelled"');
    expect(kept).toHaveLength(count);
    expect(kept.reduce((sum, row) => sum + Number(row[names.indexOf('"value"')]), 0)).toBe(value);

    await using visit = await open(`${service.url}/settings/analytics?from=2099-10-01&to=2099-10-31`, {
      locale: 'en-GB',
      ...account,
    });
    const card = cardOf(visit.page, 'Value of deliveries');
    await card
      .getByText(`${new Intl.NumberFormat('en-GB').format(units)} units`)
      .first()
      .waitFor();
    expect(await figuresOf(visit.page, 'Value of deliveries')).toEqual({
      Value: money(value),
      Completed: money(0),
      Open: money(value),
      Cancelled: money(total.cancelled.value),
    });
    expect(visit.problems).toEqual([]);
  }, 180_000);
});
