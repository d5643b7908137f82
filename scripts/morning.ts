/**
 * Makes the tours of a morning as a new user would with docs/tours.md alone, sixty deliveries in eight tours,
 * and counts clicks, keys and refusals: node scripts/morning.ts
 */
import type { Locator, Page } from 'playwright-core';
import { launchChromium } from '../test/support/web/launch.ts';
import { effortOf } from '../test/web/effort.ts';
import { DAY_MS } from '../src/durations.ts';
import { signIn } from './demo/sign-in.ts';
import { type DemoService, startDemo } from './demo/start-demo.ts';

const DELIVERIES = 60;
const TOURS = 8;
const BRANCHES = 40;
/**
 * A person looks and moves the hand: the operators K, P, B and M of the keystroke-level model, in seconds.
 */
const SECONDS = { click: 1.3, key: 0.28, think: 1.35 };

const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const [FIRST, NEXT_WEEK] = [day(5), day(12)];

{
  await using demo = await startDemo();
  for (const date of [FIRST, NEXT_WEEK]) await order(demo, date);
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: 'UTC' });
  const page = await signIn(context, demo);
  await report('by hand', page, () => byHand(page));
  await report('day sheets', page, () => print(page, 'Day sheets'));
  await page.goto(`${demo.url}/settings/tours?date=${FIRST}`);
  await report('loading lists', page, () => print(page, 'Loading lists'));
  await page.goto(`${demo.url}/settings/tours?date=${NEXT_WEEK}`);
  await report('a week later, as last week', page, () => asLastWeek(page));
  await browser.close();
}

/** Creates the deliveries of a day: one to each branch, then a second one to some. */
async function order(demo: DemoService, date: string): Promise<void> {
  const branches: { supermarket: number; branch: number }[] = [];
  for (const { id } of await demo.list('/supermarkets?per_page=100')) {
    const market = (await demo.call('GET', `/supermarkets/${id}`)) as unknown as {
      branches: { id: number }[];
    };
    branches.push(...market.branches.map((branch) => ({ supermarket: id, branch: branch.id })));
  }
  if (branches.length < BRANCHES) throw new Error(`the demo has ${branches.length} branches`);
  const deliveries = Array.from({ length: DELIVERIES }, (_, at) => ({
    supermarket_id: branches[at % BRANCHES]!.supermarket,
    subchain_id: branches[at % BRANCHES]!.branch,
    delivery_date: date,
    products: [{ product_id: 1, quantity: 10 + at }],
  }));
  await demo.call('POST', '/deliveries/batch', { deliveries });
}

async function byHand(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Tours', exact: true }).click();
  for (let days = 0; days < 5; days++) await page.getByRole('link', { name: 'Next day' }).click();
  const free = page.getByRole('region', { name: 'In no tour' });
  const boxes = free.getByRole('checkbox');
  await boxes.nth(DELIVERIES - 1).waitFor();
  let left = DELIVERIES;
  for (let tour = 1; tour <= TOURS; tour++) {
    const count = Math.ceil(left / (TOURS - tour + 1));
    await boxes.nth(0).click();
    await boxes.nth(count - 1).click({ modifiers: ['Shift'] });
    if (tour === 1) await choose(free.getByLabel('Driver'));
    await free.getByRole('button', { name: `Create with ${count} stops` }).click();
    left -= count;
    await free.getByText(`${left} deliveries`, { exact: true }).waitFor();
    await boxes.nth(left).waitFor({ state: 'detached' });
  }
}

/** Opens a list, and takes the first choice after the empty one. */
async function choose(list: Locator): Promise<void> {
  await list.focus();
  await list.press('ArrowDown');
}

async function print(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Print' }).click();
}

async function asLastWeek(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'As last week' }).click();
  await page.getByText(`${TOURS} tours planned`).waitFor();
}

async function report(name: string, page: Page, work: () => Promise<void>): Promise<void> {
  const refused: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/graphql') && (await response.text().catch(() => '')).includes('"errors"'))
      refused.push(await response.text());
  });
  const { clicks, keys } = await effortOf(page, work);
  page.removeAllListeners('response');
  const minutes = (clicks * (SECONDS.click + SECONDS.think) + keys * SECONDS.key) / 60;
  console.log(
    `${name}: ${clicks} clicks, ${keys} keys, ${minutes.toFixed(1)} min, ${refused.length} refused`,
  );
  for (const each of refused) console.log(each);
}
