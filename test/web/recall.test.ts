import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { createLine, move } from '../support/records/lots.ts';
import { submit } from '../support/records/receipts.ts';
import { createProduct, createReturn, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, type SignedIn } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { readPdf } from './read-pdf.ts';
import { press, pressTwice } from '../support/web/press.ts';

const service = useService({ own: 'removes rows that others may have' });

async function withdraw(account: SignedIn, productId: number, lots = ['A']) {
  const { createWithdrawal } = await ask(
    account,
    `mutation ($productId: ID!, $lots: [String!]) { createWithdrawal(input: {
      kind: RECALL, productId: $productId, lots: $lots, reason: "Glass", instruction: "Hold it"
    }) { id notices { id } } }`,
    { productId: String(productId), lots },
  );
  return createWithdrawal as { id: string; notices: { id: string }[] };
}

/** Creates deliveries that have left, of one product, with the lots given. */
async function dispatchMany(account: SignedIn, count: number, productId: number, lots: object[]) {
  const { id, branches } = await createSupermarket(account);
  const deliveries = Array.from({ length: count }, (_each, at) => ({
    reference: `LS-${id}-${at}`,
    supermarket_id: id,
    subchain_id: branches[0].id,
    delivery_date: inDays(1),
    products: [{ product_id: productId, quantity: 10, ...(lots.length > 0 && { lots }) }],
  }));
  const { json } = await account.call('POST', '/deliveries/batch', { body: { deliveries } });
  const ids = json.data.map((each: { id: number }) => String(each.id));
  await ask(
    account,
    'mutation ($ids: [ID!]!) { moveDeliveries(ids: $ids, status: IN_TRANSIT) { outcome } }',
    {
      ids,
    },
  );
}

interface Print {
  text: string;
  rows: number[];
}

/** Keeps what the page shows when it is printed, with the rows of its tables. */
async function watchPrints(page: Page): Promise<() => Promise<Print[]>> {
  await page.evaluate(() => {
    const prints: Print[] = [];
    Object.assign(globalThis, { prints });
    globalThis.print = () => {
      const rows = [...document.querySelectorAll('table')].map((table) => table.tBodies[0]!.rows.length);
      prints.push({ text: document.body.textContent, rows });
      dispatchEvent(new Event('afterprint'));
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { prints: Print[] }).prints);
}

describeInChromium((open) => {
  it('lists lines without a lot page by page, and prints all of them with all deliveries', async () => {
    const account = await createSignedIn(service);
    const product = await createProduct(account, { name: 'Oat Loaf' });
    for (const count of [60, 41]) await dispatchMany(account, count, product.id, [{ lot: 'A', quantity: 9 }]);
    await dispatchMany(account, 2, product.id, []);
    const search = new URLSearchParams({ productId: String(product.id), lot: 'A' });
    await using visit = await open(`${service.url}/settings/trace?${search}`, account);
    const { page, problems } = visit;
    await page.getByText('121 units in 103 of 103 lines').waitFor();
    await press(page, 'Show lines without a lot');
    const suspects = page.getByRole('table', { name: 'Lines without a lot' }).getByRole('row');
    await expect.poll(() => suspects.count()).toBe(101);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Next page' }).first().click();
    await expect.poll(() => suspects.count()).toBe(4);
    await press(page, 'First page');
    await expect.poll(() => suspects.count()).toBe(101);

    const prints = await watchPrints(page);
    await press(page, 'Print');
    await expect.poll(async () => (await prints()).length).toBe(1);
    const [print] = await prints();
    expect(print!.rows).toEqual(expect.arrayContaining([103, 101]));
    for (const text of [
      'Oat Loaf, lot A, dispatched on any day',
      'Rows 1–101 of 101.',
      'Rows 1–103 of 103.',
    ]) {
      expect(print!.text).toContain(text);
    }
    // Then the page is as before.
    await expect.poll(() => suspects.count()).toBe(101);
    expect(problems).toEqual([]);
  });

  it('says before it prints what a print leaves out, and goes on after a failure', async () => {
    const account = await createSignedIn(service);
    const { deliveryId, productId } = await createLine(account, [{ lot: 'A', quantity: 10 }]);
    await move(account, { deliveryId, productId }, 'in_transit');
    await using visit = await open(`${service.url}/settings/account`, account);
    const { page } = visit;
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.replace('"totalCount":1', '"totalCount":12345') });
    });
    await goTo(page, service.url, '/trace?lot=A');
    await page.getByText('Rows 1–1 of 12,345.').waitFor();
    const prints = await watchPrints(page);
    await press(page, 'Print');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Print 5,000 of 12,345 rows?').waitFor();
    expect(await prints()).toEqual([]);
    await page.unrouteAll();
    let isDown = true;
    await page.route('**/graphql', (route) => (isDown ? route.abort() : route.continue()));
    await press(dialog, 'Print');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await prints()).toEqual([]);
    isDown = false;
    await press(page, 'Try again');
    await expect.poll(async () => (await prints()).length).toBe(1);
  });

  it('warns of withdrawn lots before several deliveries are marked as in transit', async () => {
    const account = await createSignedIn(service);
    const product = await createProduct(account);
    const withdrawn = await createLine(account, [{ lot: 'A', quantity: 10 }], {
      product,
      delivery: { reference: 'LS-7' },
    });
    const other = await createLine(account, [{ lot: 'B', quantity: 10 }], { product });
    await withdraw(account, product.id);
    await using visit = await open(`${service.url}/settings/deliveries`, account);
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    await page.getByLabel(`Select delivery #${other.deliveryId}`).check();
    await press(page, 'Mark as in transit');
    await dialog.getByRole('button', { name: 'Mark as in transit' }).waitFor();
    expect(await dialog.getByText('withdrawn').count()).toBe(0);
    await press(dialog, 'Cancel');
    await page.getByLabel(`Select delivery #${withdrawn.deliveryId}`).check();
    await press(page, 'Mark as in transit');
    await dialog.getByText('1 delivery with a withdrawn lot').waitFor();
    await dialog.getByText(`#${withdrawn.deliveryId} · LS-7`).waitFor();
    expect(await violationsOf(page, 'dialog')).toEqual([]);
    await press(dialog, 'Mark as in transit');
    await page.getByRole('status').getByText('2 in transit').waitFor();
  });

  it('makes a link for a branch, and shows what the branch said and who it was', async () => {
    const account = await createSignedIn(service);
    const line = await createLine(account, [{ lot: 'A', quantity: 10 }]);
    await move(account, line, 'in_transit');
    const { id, notices } = await withdraw(account, line.productId);
    await using visit = await open(`${service.url}/settings/withdrawals/${id}`, account);
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    await press(page, 'Link for Central');
    await dialog.getByLabel('Mail it to the contact address of the supermarket').check();
    await press(dialog, 'Create link');
    await dialog.getByText(/needs a mail server/i).waitFor();
    expect(await violationsOf(page, 'dialog')).toEqual([]);
    await dialog.getByLabel('Mail it to the contact address of the supermarket').uncheck();
    await press(dialog, 'Create link');
    const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(url).toMatch(new RegExp(`^${service.url}/r/[0-9A-Za-z]{22}$`));
    await press(dialog, 'Done');
    expect(await page.locator('body').innerText()).not.toContain(url);
    const answer = { notice: notices[0]!.id, acknowledgedBy: 'Mr Cole', found: '8', held: '8' };
    expect((await submit(url, answer)).status).toBe(303);
    await page.reload();
    await page.getByText('Mr Cole').waitFor();
    await page.getByText('8 of 10', { exact: true }).waitFor();
    await page.getByText('delivered and not returned; 2 not accounted for').waitFor();
    await goTo(page, service.url, '/audit-log?about=withdrawals');
    await page
      .getByText(
        `The answer of Central to withdrawal #${id} was recorded (Mr Cole, 8 found, 8 held) by the link of the branch from 127.0.0.1.`,
      )
      .waitFor();
  });

  it('says what a withdrawal has no notices for, and what one branch found does not make up for another', async () => {
    const account = await createSignedIn(service);
    const line = await createLine(account, [{ lot: 'L1001', quantity: 10 }]);
    const product = { id: line.productId };
    const other = await createLine(account, [{ lot: 'L1001', quantity: 10 }], { product });
    const spelled = await createLine(account, [{ lot: 'LI0O1', quantity: 10 }], { product });
    const dated = await createLine(account, [{ best_before: '2099-12-20', quantity: 10 }], { product });
    for (const each of [line, other, spelled, dated]) await move(account, each, 'in_transit');
    await createLine(account, [{ lot: 'L1001', quantity: 7 }], { product });
    const { id, notices } = await withdraw(account, product.id, ['L1001']);
    await ask(
      account,
      `mutation ($id: ID!) { acknowledgeNotice(id: $id, input: { acknowledgedBy: "Ms Bell", found: 10 }) { id } }`,
      { id: notices[0]!.id },
    );
    // The branch returns what it found, so that it has none of the goods any more.
    const back = { delivery_id: line.deliveryId, product_id: product.id, quantity: 10, lot: 'L1001' };
    await createReturn(account, back);
    await using visit = await open(`${service.url}/settings/withdrawals/${id}`, account);
    const { page, problems } = visit;
    await page.getByText('Lot L1001: 1 delivery with 7 units still pending.').waitFor();
    await page.getByText('Other spellings of lot L1001: LI0O1').waitFor();
    await page.getByText('10 units in 1 of 4 lines of the product in this period have no lot.').waitFor();
    await page.getByText('0 of 10', { exact: true }).waitFor();
    await page.getByText('delivered and not returned; 10 not accounted for').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Trace this lot' }).click();
    await page.getByRole('table', { name: 'Lines without a lot' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('prints the report of twenty branches on one page', async () => {
    const account = await createSignedIn(service);
    const product = await createProduct(account, { name: 'Rye Bread' });
    const { id, branches } = await createSupermarket(account, {
      name: 'Oakfield Markets',
      branches: Array.from({ length: 20 }, (_each, at) => ({
        name: `Market Square ${at + 1}`,
        address: `${at + 1} Market Square, OA${at + 1} 4XY Oakfield`,
        phone: `+44 20 7946 00${10 + at}`,
      })),
    });
    const deliveries = branches.map((branch: { id: number }, at: number) => ({
      reference: `TW-${at}`,
      supermarket_id: id,
      subchain_id: branch.id,
      delivery_date: inDays(1),
      products: [{ product_id: product.id, quantity: 120, lots: [{ lot: 'A', quantity: 120 }] }],
    }));
    const { json } = await account.call('POST', '/deliveries/batch', { body: { deliveries } });
    await ask(
      account,
      'mutation ($ids: [ID!]!) { moveDeliveries(ids: $ids, status: IN_TRANSIT) { outcome } }',
      {
        ids: json.data.map((each: { id: number }) => String(each.id)),
      },
    );
    const { id: recall, notices } = await withdraw(account, product.id);
    for (const notice of notices) {
      await ask(
        account,
        `mutation ($id: ID!) { acknowledgeNotice(id: $id, input: {
          acknowledgedBy: "Charlotte Ashdown", toldWay: PHONE, toldBy: "Benedict Hale", found: 120, destroyed: 100, held: 20
        }) { id } }`,
        { id: notice.id },
      );
    }
    await using visit = await open(`${service.url}/settings/withdrawals/${recall}`, account);
    const { page, problems } = visit;
    await page.getByText('no pending deliveries').waitFor();
    const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
    expect(pages.map((text) => text.split('+44 20 7946').length - 1)).toEqual([20]);
    expect(problems).toEqual([]);
  });

  it('asks before it withdraws a lot that no delivery has', async () => {
    const account = await createSignedIn(service);
    const line = await createLine(account, [{ lot: 'A', quantity: 10 }]);
    await move(account, line, 'in_transit');
    const started = async () => (await ask(account, '{ withdrawals { totalCount } }')).withdrawals.totalCount;
    const address = `/withdrawals/new?productId=${line.productId}&lot=a`;
    await using visit = await open(`${service.url}/settings${address}`, account);
    const { page } = visit;
    await page.getByText('Lot a: no delivery has it.').waitFor();
    await page.getByRole('group', { name: 'Kind' }).getByText('Withdrawal').click();
    await page.getByLabel('Reason').fill('Glass');
    await page.getByLabel('Instruction').fill('Hold it');
    await press(page, 'Start withdrawal');
    await page.getByText('No delivery has these goods').waitFor();
    expect(await started()).toBe(0);
    await press(page, 'Cancel');
    // What is corrected is no longer asked about.
    const lots = page.getByLabel('Lots', { exact: true }).last();
    await lots.fill('A');
    await page.getByText('Lot A: 1 branch gets a notice').waitFor();
    expect(await page.getByText('No delivery has these goods').count()).toBe(0);
    await lots.fill('b');
    await page.getByText('Lot b: no delivery has it.').waitFor();
    await pressTwice(page, 'Start withdrawal', 'Start withdrawal anyway');
    await heading(page, /^Withdrawal #\d+$/);
    await page.getByText('No branch had got these goods when it started.').waitFor();
    expect(await started()).toBe(1);
  });
});
