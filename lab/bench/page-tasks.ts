import type { Page } from 'playwright-core';
import { fillDeliveries, fillSupermarkets } from '../fill.ts';
import type { Report } from '../report.ts';
import type { Stage } from '../stage.ts';
import { createSignedIn, settle } from '../../test/support/service/settings.ts';
import { cookieOf } from '../../test/support/web/browser.ts';
import { findChromium } from '../../test/support/web/chromium.ts';
import { launchChromium } from '../../test/support/web/launch.ts';

/** The limit of a task: during longer ones, people notice that the page does not respond to input. */
const LIMIT_MS = 100;
const ROWS = 100;
const STOPS = 2_000;
const TOURS = 60;

/**
 * Reports the tasks of the browser over 100 ms while a list of 100 rows is opened, and a day of 2,000 stops
 * in 60 tours.
 */
export async function reportPageTasks({ report, database, start }: Stage): Promise<void> {
  if (!findChromium()) {
    report.figure('tasks of pages', 'not measured: there is no browser');
    return;
  }
  const { url } = await start('all');
  const { id, cookies } = await createSignedIn({ url, database });
  await fillSupermarkets(database, id, { supermarkets: 20, branches: 3 });
  // A fifth of them is cancelled.
  await fillDeliveries(database, id, { deliveries: (STOPS * 5) / 4, lines: 0 });
  const { rows } = await database.pool.query<{ date: string }>(DAY, [id]);
  await database.pool.query(TOURS_OF_DAY, [id, TOURS]);
  const browser = await launchChromium();
  try {
    const context = await browser.newContext();
    await context.addCookies(cookies.map((line) => cookieOf(line, url)));
    const page = await context.newPage();
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Reflect.set(globalThis, 'tasks', tasks);
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(`${url}/settings/deliveries?size=${ROWS}`);
    await settle(page);
    await page.waitForFunction((count) => document.querySelectorAll('tbody tr').length === count, ROWS);
    await reportTasks(report, page, `a page of ${ROWS} deliveries`);
    await page.goto(`${url}/settings/tours?date=${rows[0]!.date}`);
    await page.waitForFunction((count) => document.querySelectorAll('[data-stop]').length === count, STOPS);
    await settle(page);
    await reportTasks(report, page, `a day of ${STOPS} stops in ${TOURS} tours`);
  } finally {
    await browser.close();
  }
}

async function reportTasks(report: Report, page: Page, what: string): Promise<void> {
  const tasks = await page.evaluate(() => Reflect.get(globalThis, 'tasks') as number[]);
  const long = tasks.filter((task) => task > LIMIT_MS).map((task) => `${task.toFixed(0)} ms`);
  report.figure(`tasks over ${LIMIT_MS} ms of ${what}`, long.join(', ') || 'none');
}

// All deliveries of the account on one day.
const DAY = `
  UPDATE deliveries SET delivery_date = current_date WHERE account_id = $1
  RETURNING delivery_date::text AS date`;

const TOURS_OF_DAY = `
  WITH tour AS (
    INSERT INTO tours (account_id, date, name)
    SELECT $1, current_date, 'Tour ' || n FROM generate_series(1, $2::int) AS n
    RETURNING id
  ), numbered AS (
    SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM tour
  ), stop AS (
    SELECT id, row_number() OVER (ORDER BY id) AS number FROM deliveries
    WHERE account_id = $1 AND status <> 'cancelled'
  )
  INSERT INTO tour_stops (account_id, delivery_id, tour_id, place)
  SELECT $1, stop.id, numbered.id, stop.number
  FROM stop JOIN numbered ON numbered.number = stop.number % $2::int`;
