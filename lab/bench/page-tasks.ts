import { fillDeliveries, fillSupermarkets } from '../fill.ts';
import type { Stage } from '../stage.ts';
import { createSignedIn, settle } from '../../test/support/service/settings.ts';
import { cookieOf } from '../../test/support/web/browser.ts';
import { findChromium } from '../../test/support/web/chromium.ts';
import { launchChromium } from '../../test/support/web/launch.ts';

/** The limit of a task: during longer ones, people notice that the page does not respond to input. */
const LIMIT_MS = 100;
const ROWS = 100;

/** Reports the tasks of the browser over 100 ms while a list of 100 rows is opened. */
export async function reportPageTasks({ report, database, start }: Stage): Promise<void> {
  if (!findChromium()) {
    report.figure('tasks of pages', 'not measured: there is no browser');
    return;
  }
  const { url } = await start('all');
  const { id, cookies } = await createSignedIn({ url, database });
  await fillSupermarkets(database, id, { supermarkets: 20, branches: 3 });
  await fillDeliveries(database, id, { deliveries: ROWS, lines: 0 });
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
    await page.waitForFunction((rows) => document.querySelectorAll('tbody tr').length === rows, ROWS);
    const tasks = await page.evaluate(() => Reflect.get(globalThis, 'tasks') as number[]);
    const long = tasks.filter((task) => task > LIMIT_MS).map((task) => `${task.toFixed(0)} ms`);
    report.figure(`tasks over ${LIMIT_MS} ms of a page of ${ROWS} deliveries`, long.join(', ') || 'none');
  } finally {
    await browser.close();
  }
}
