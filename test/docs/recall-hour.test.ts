import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { submit } from '../support/records/receipts.ts';
import { createProduct, createSupermarket, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, type SignedIn } from '../support/service/settings.ts';
import { setCount } from '../support/service/windows.ts';
import { blocksOf, sectionOf, textOf } from '../support/text/markdown.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { chooseAction, press } from '../support/web/press.ts';

const service = useService();

const DELIVERIES = 5_000;
/** Every so many deliveries have the product, and every other one of these the lot. */
const EVERY = 4;
const BATCH = 100;
const SUPERMARKETS = 4;
const BRANCHES = 10;
const QUANTITY = 10;
/** The last deliveries with the lot, which have not left. */
const PENDING = 12;
/**
 * Among the deliveries of the product: which has the lot typed with a space, no lot, or a piece without one.
 */
const TYPED_WITH_SPACE = 7;
const WITHOUT_LOT = new Set([11, 13, 15]);
const PIECE_WITHOUT_LOT = 17;

const SECTION = sectionOf(textOf('docs/traceability.md'), 'The hour, step by step');

/** The steps of the guide: what each sends, and what it shows. */
const STEPS = SECTION.split(/^### \d+\. /m)
  .slice(1)
  .map((step) => ({ text: step, blocks: blocksOf(step) }));

/**
 * The figures in the sentences of the guide, by the step: what the test requires of the page and the file.
 */
const PROSE: [step: number, text: string][] = [
  [2, 'lists 625 rows'],
  [2, '31 units in 4 of them have no lot'],
  [2, '3 units came back without naming one'],
  [3, 'the 12 pending deliveries'],
  [3, '613 rows are left'],
  [5, '613 of the lot, and the 4 without one'],
  [9, 'the trace 3 lines without a lot'],
  [10, 'the 614 rows of the lot'],
  [10, 'the 3 without a lot'],
  [10, 'the 6,150 units delivered'],
];

/** The ids in the guide, and those of the account here. */
type Ids = Record<string, string>;

interface Example {
  account: SignedIn;
  ids: Ids;
  productId: string;
  branches: { id: number; name: string }[];
  /** The deliveries of the product, in the order of their creation. */
  deliveries: number[];
}

async function send(account: SignedIn, method: string, path: string, body: object) {
  const { status, json, text } = await account.call(method, path, { body });
  expect({ status, text }).toEqual({ status: status < 300 ? status : 200, text });
  return json.data;
}

async function query(account: SignedIn, text: string, variables: object = {}) {
  const { json } = await account.call('POST', '//graphql', { body: { query: text, variables } });
  expect(json.errors).toBeUndefined();
  return { data: json.data };
}

function lotsOf(at: number): { lot: string; quantity: number }[] {
  if (at === TYPED_WITH_SPACE) return [{ lot: 'L 4711', quantity: QUANTITY }];
  if (WITHOUT_LOT.has(at)) return [];
  const quantity = at === PIECE_WITHOUT_LOT ? QUANTITY - 1 : QUANTITY;
  return [{ lot: at % 2 === 0 ? 'L4711' : 'L4712', quantity }];
}

/**
 * Writes the account of the guide through the API: its deliveries have left, apart from the last with the
 * lot.
 */
async function writeExample(): Promise<Example> {
  const account = await createSignedIn(service);
  await service.database.pool.query(
    `UPDATE accounts SET name = 'Mill & Oven', address = '5 Mill Lane, Cork' WHERE id = $1`,
    [account.id],
  );
  const product = await createProduct(account, { name: 'Oat Loaf' });
  const other = await createProduct(account, { name: 'Rye Bread' });
  const branches: { id: number; name: string; supermarket: number }[] = [];
  for (let market = 1; market <= SUPERMARKETS; market++) {
    const { id, branches: its } = await createSupermarket(account, {
      name: `Market ${market}`,
      branches: Array.from({ length: BRANCHES }, (_, n) => ({
        name: `Branch ${(market - 1) * BRANCHES + n + 1}`,
        address: `${n + 1} Quay Street`,
        phone: `+353 21 5550${market}${n}`,
      })),
    });
    branches.push(...its.map((each: { id: number; name: string }) => ({ ...each, supermarket: id })));
  }
  const rowOf = (n: number) => {
    const at = Math.floor(n / EVERY);
    const isOfProduct = n % EVERY === 0;
    const branch = branches[(isOfProduct ? at : n) % branches.length]!;
    const lots = isOfProduct ? lotsOf(at) : [];
    return {
      supermarket_id: branch.supermarket,
      subchain_id: branch.id,
      delivery_date: inDays(1),
      reference: `LS-${n}`,
      products: [
        {
          product_id: isOfProduct ? product.id : other.id,
          quantity: QUANTITY,
          ...(lots.length > 0 && { lots }),
        },
      ],
    };
  };
  const ids: number[] = [];
  for (let n = 0; n < DELIVERIES; n += BATCH) {
    const deliveries = Array.from({ length: BATCH }, (_, at) => rowOf(n + at));
    const created: { id: number }[] = await send(account, 'POST', '/deliveries/batch', { deliveries });
    ids.push(...created.map(({ id }) => id));
  }
  const deliveries = ids.filter((_id, n) => n % EVERY === 0);
  const withLot = deliveries.filter((_id, at) => at % 2 === 0);
  const pending = new Set(withLot.slice(-PENDING));
  const leaving = ids.filter((id) => !pending.has(id));
  const MOVE = `mutation ($ids: [ID!]!) { moveDeliveries(ids: $ids, status: IN_TRANSIT) { outcome } }`;
  for (let n = 0; n < leaving.length; n += 2 * BATCH) {
    const { data } = await query(account, MOVE, { ids: leaving.slice(n, n + 2 * BATCH).map(String) });
    expect(new Set(data.moveDeliveries.map(({ outcome }: { outcome: string }) => outcome))).toEqual(
      new Set(['MOVED']),
    );
  }
  const giveBack = (delivery: number, quantity: number, lot?: string) =>
    send(account, 'POST', '/returns', {
      delivery_id: delivery,
      product_id: product.id,
      quantity,
      reason: 'damaged',
      return_date: inDays(0),
      ...(lot && { lot }),
    });
  for (const delivery of withLot.slice(0, 5)) await giveBack(delivery, 2, 'L4711');
  await giveBack(withLot[5]!, 3);
  // Years of work do not happen in one minute.
  await setCount(account, 'minute', 0);
  return {
    account,
    productId: String(product.id),
    branches,
    deliveries,
    ids: { 'productId: 17': `productId: ${product.id}`, 'deliveryId: 45': `deliveryId: ${deliveries[11]}` },
  };
}

/** Sends what a step of the guide sends, in its order, and requires the responses that it shows. */
async function follow({ account, ids }: Example, number: number): Promise<void> {
  const { blocks } = STEPS[number - 1]!;
  const answers: unknown[] = [];
  const shown: unknown[] = [];
  for (const [at, { language, code }] of blocks.entries()) {
    if (language !== 'text') continue;
    const text = Object.entries(ids).reduce((text, [shown, own]) => text.replaceAll(shown, own), code);
    const answer = await query(account, text);
    const next = blocks[at + 1];
    if (next?.language !== 'json') continue;
    answers.push(answer);
    shown.push(JSON.parse(next.code));
  }
  expect({ number, answers }).toEqual({ number, answers: shown });
}

/** Opens the trace, and waits until it is there. */
async function trace(page: Page, { productId }: Example, lot: string): Promise<void> {
  await goTo(page, service.url, `/trace?${new URLSearchParams({ productId, lot })}`);
  await page.getByRole('heading', { name: 'Mass balance' }).waitFor();
}

/** Returns the rows of a file, without its head. */
async function rowsOf({ account, productId }: Example, search: string): Promise<string[][]> {
  const address = `${service.url}/export/traceability.csv?product=${productId}&${search}`;
  const file = await fetch(address, { headers: { Authorization: `Bearer ${account.key}` } });
  expect(file.status).toBe(200);
  const [head, ...rows] = (await file.text()).trim().split('\r\n');
  const column = head!.split(',').indexOf('"quantity"');
  return rows.map((row) => [row.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)![column]!.replace(/,$/, '')]);
}

describeInChromium((open) => {
  it('answers the authority with the steps, figures and file of the guide, by API and page', async () => {
    for (const [number, text] of PROSE) expect(STEPS[number - 1]!.text).toContain(text);
    const example = await writeExample();
    const { account, ids, deliveries } = example;
    await using visit = await open(`${service.url}/settings/trace`, { locale: 'en-GB', ...account });
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    const prints = await watchPrints(page);
    const shows = async (...texts: string[]) => {
      for (const text of texts) await page.getByText(text).first().waitFor();
    };

    // 1
    await follow(example, 1);
    await page.getByRole('combobox', { name: 'Product' }).pressSequentially('Oat');
    await page.getByRole('option', { name: 'Oat Loaf' }).click();
    await page.getByRole('textbox', { name: 'Lot' }).fill('4711');
    await page.getByText('Similar lots exist').waitFor();
    await page.getByRole('button', { name: 'L 4711', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Mass balance' }).waitFor();

    // 2
    await follow(example, 2);
    await press(page, 'L4711');
    await shows('Other spellings of this lot: L 4711');
    await shows('Rows 1–100 of 625.', '12 deliveries with 120 units still pending. You can stop them:');
    await shows('31 units in 4 of 1,238 lines of the product in this period have no lot.');
    await shows('3 units came back from the same lines without naming a lot.');
    expect(await figureOf(page, 'Delivered')).toBe('6,130');
    expect(await figureOf(page, 'Delivered and not returned')).toBe('6,120');
    const first = page.getByRole('table', { name: 'Deliveries with the lot' }).getByRole('row').nth(1);
    for (const text of ['LS-', 'Quay Street', '+353 21 5550'])
      expect(await first.innerText()).toContain(text);

    // 3
    const READ = `query ($id: ID!) { lotTrace(productId: $id, lot: "L4711") { pending { deliveryIds references } } }`;
    const { data } = await query(account, READ, { id: example.productId });
    const { deliveryIds, references } = data.lotTrace.pending;
    expect(deliveryIds).toHaveLength(PENDING);
    await page.getByRole('link', { name: `#${deliveryIds[0]} · ${references[0]}`, exact: true }).click();
    await chooseAction(page, 'Cancel delivery');
    await press(dialog, 'Cancel delivery');
    await page.getByText('Cancelled').first().waitFor();
    ids['ids: [4988]'] = `ids: [${deliveryIds.slice(1).join(', ')}]`;
    await follow(example, 3);

    // 4
    await trace(page, example, 'L4711');
    await shows('Rows 1–100 of 613.');
    expect(await page.getByText('still pending').count()).toBe(0);
    await follow(example, 4);
    await press(page, 'Show lines without a lot');
    const suspects = page.getByRole('table', { name: 'Lines without a lot' }).getByRole('row');
    await expect.poll(() => suspects.count()).toBe(5);
    expect(await suspects.nth(1).innerText()).toContain(`#${deliveries[PIECE_WITHOUT_LOT]} · LS-`);

    // 5
    await press(page, 'Print');
    await expect.poll(() => prints()).toHaveLength(1);
    const [print] = await prints();
    expect(print!.rows).toMatchObject({ 'Deliveries with the lot': 613, 'Lines without a lot': 4 });
    for (const text of [
      'Oat Loaf, lot L4711, dispatched on any day',
      'Mill & Oven, 5 Mill Lane, Cork',
      ' by Owner.',
      'Rows 1–613 of 613.',
      'Rows 1–4 of 4.',
    ]) {
      expect(print!.text).toContain(text);
    }
    await expect.poll(() => page.getByText('Rows 1–100 of 613.').count()).toBe(1);

    // 6
    await page.getByRole('link', { name: 'Withdraw this lot' }).click();
    await page.getByText('Lot L4711: 20 branches get a notice').waitFor();
    await shows('Other spellings of this lot: L 4711');
    await page.getByRole('group', { name: 'Kind' }).getByText('Recall').click();
    await page.getByLabel('Lots', { exact: true }).last().fill('L4711\nL 4711');
    await page.getByText('Lot L 4711: 1 branch gets a notice').waitFor();
    await follow(example, 6);
    const { data: started } = await query(account, '{ withdrawals(first: 1) { nodes { id } } }');
    const [{ id: withdrawal }] = started.withdrawals.nodes;
    const noticeOf = (branch: number) => `${withdrawal}-${example.branches[branch - 1]!.id}`;
    Object.assign(ids, {
      'withdrawal(id: 3)': `withdrawal(id: ${withdrawal})`,
      '"3-1"': `"${noticeOf(1)}"`,
      '"3-3"': `"${noticeOf(3)}"`,
    });

    // 7
    await follow(example, 7);
    await goTo(page, service.url, `/withdrawals/${withdrawal}`);
    await press(page, 'Link for Branch 3');
    await press(dialog, 'Create link');
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await press(dialog, 'Done');
    await press(page, 'Record that Branch 3 was told');
    await dialog.getByLabel('How').selectOption('By a link');
    await press(dialog, 'Save');
    await page.getByText('By a link, Owner').waitFor();

    // 8
    const answer = { notice: noticeOf(3), acknowledgedBy: 'Mr Cole', found: '300', held: '300' };
    expect((await submit(link, answer)).status).toBe(303);
    await follow(example, 8);
    await goTo(page, service.url, `/withdrawals/${withdrawal}`);
    await shows('2 of 21', '2 told', '550 of 6,130');

    // 9
    await follow(example, 9);
    await goTo(page, service.url, `/withdrawals/${withdrawal}`);
    await page.getByRole('heading', { name: 'Since the start' }).waitFor();
    await shows('2 of 22', '550 of 6,140');
    await trace(page, example, 'L4711');
    await shows(
      'Rows 1–100 of 614.',
      '21 units in 3 of 1,238 lines of the product in this period have no lot.',
    );

    // 10
    await goTo(page, service.url, `/withdrawals/${withdrawal}`);
    await press(page, 'Close recall');
    await dialog.getByText('20 branches have not acknowledged it.').waitFor();
    await dialog.getByLabel('Outcome').fill('All goods are held or destroyed');
    await press(dialog, 'Close recall');
    await page.getByText('All goods are held or destroyed').waitFor();
    const files: string[][][] = [];
    for (const search of ['lot=L4711', 'lot=L%204711', 'without_lot=true'])
      files.push(await rowsOf(example, search));
    expect(files.map(({ length }) => length)).toEqual([614, 1, 3]);
    const sum = files
      .slice(0, 2)
      .flat()
      .reduce((sum, [quantity]) => sum + Number(quantity), 0);
    expect(sum).toBe(6_150);
    expect(problems).toEqual([]);
  }, 400_000);
});

/** Returns the value of a figure of the page. */
async function figureOf(page: Page, label: string): Promise<string> {
  const figure = page.getByText(label, { exact: true }).locator('..');
  return (await figure.innerText()).replace(label, '').trim().split('\n')[0]!;
}

interface Print {
  text: string;
  /** How many rows each table has, by its caption. */
  rows: Record<string, number>;
}

/** Keeps what the page shows whenever it is printed, and returns what reads it. */
async function watchPrints(page: Page): Promise<() => Promise<Print[]>> {
  await page.addInitScript(keepPrints);
  await page.evaluate(keepPrints);
  return () => page.evaluate(() => (globalThis as unknown as { prints: Print[] }).prints);
}

/** Runs in the browser. */
function keepPrints(): void {
  const prints: Print[] = [];
  Object.assign(globalThis, { prints });
  globalThis.print = () => {
    const rows = [...document.querySelectorAll('table')].map((table) => [
      table.caption!.textContent,
      table.tBodies[0]!.rows.length,
    ]);
    prints.push({ text: document.body.textContent, rows: Object.fromEntries(rows) });
    setTimeout(() => dispatchEvent(new Event('afterprint')), 0);
  };
}
