/** Measures the speed of the settings page with the browser's performance entries: npm run bench:page */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { settle } from '../test/support/service/settings.ts';
import { launchChromium } from '../test/support/web/launch.ts';
import { signIn } from './demo/sign-in.ts';
import { startDemo } from './demo/start-demo.ts';

const ROUNDS = 5;
/** A page makes 3 to 12 requests, and a signed-in user may make 120 per minute. */
const PAUSE_MS = 6_500;
const PAGES = [
  '/',
  '/deliveries',
  '/deliveries/new',
  '/products',
  '/keys',
  '/webhooks',
  '/usage',
  '/account',
];

/** The browser's figures for one load, in milliseconds and bytes. */
interface Load {
  firstPaint: number;
  largestPaint: number;
  longTasks: number;
  transferred: number;
}

await using demo = await startDemo();
const browser = await launchChromium();
try {
  console.log('| Load | First paint | Largest paint | Blocked by long tasks | Transferred |');
  console.log('| --- | --- | --- | --- | --- |');
  await reportLoads('Sign-in', '/', false);
  for (const path of PAGES) await reportLoads(path, path, true);
  await reportInteractions();
} finally {
  await browser.close();
}

/** Loads a page in a browser with an empty cache. */
async function reportLoads(name: string, path: string, isSignedIn: boolean): Promise<void> {
  const loads: Load[] = [];
  const state = isSignedIn ? await signedInState() : undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${demo.url}/settings${path}`);
    await settle(page);
    loads.push(await loadOf(page));
    await context.close();
    if (isSignedIn) await pause(PAUSE_MS);
  }
  const median = (measure: keyof Load) => medianOf(loads.map((load) => load[measure]));
  const cells = [ms(median('firstPaint')), ms(median('largestPaint')), ms(median('longTasks'))];
  console.log(`| ${name} | ${cells.join(' | ')} | ${Math.round(median('transferred') / 1024)} KB |`);
}

async function signedInState() {
  const context = await browser.newContext();
  await signIn(context, demo);
  const state = await context.storageState();
  await context.close();
  return state;
}

function loadOf(page: Page): Promise<Load> {
  return page.evaluate(async () => {
    const entriesByType: Record<string, PerformanceEntry[]> = {
      'largest-contentful-paint': [],
      longtask: [],
    };
    for (const [type, entries] of Object.entries(entriesByType)) {
      new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type, buffered: true });
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [paints, tasks] = Object.values(entriesByType) as [PerformanceEntry[], PerformanceEntry[]];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return {
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      largestPaint: Math.max(...paints.map(({ startTime }) => startTime)),
      longTasks: tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
      transferred: resources.reduce((sum, { transferSize }) => sum + transferSize, 0),
    };
  });
}

/** Measures the time from a key or click to the next frame, by the browser's event timing. */
async function reportInteractions(): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await signIn(context, demo);
  await settle(page);
  await page.evaluate(() => {
    const seen = ((globalThis as unknown as { seen: number[] }).seen = []) as number[];
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId) seen.push(duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  const works: [name: string, work: () => Promise<unknown>][] = [
    ['Another range on the dashboard', () => choose(page, '90 days', '30 days')],
    [
      'A chart shown as a table',
      () =>
        page
          .getByRole('button', { name: /^Show as/ })
          .first()
          .click(),
    ],
    ['The keys through a chart', () => goThrough(page)],
    ['To another page and back', () => goAround(page)],
  ];
  console.log('\n| Interaction | To the next picture |\n| --- | --- |');
  for (const [name, work] of works) {
    const durations: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await page.evaluate(() => void ((globalThis as unknown as { seen: number[] }).seen.length = 0));
      await pause(PAUSE_MS);
      await work();
      await settle(page);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      durations.push(
        await page.evaluate(() => Math.max(16, ...(globalThis as unknown as { seen: number[] }).seen)),
      );
    }
    const median = medianOf(durations);
    console.log(`| ${name} | ${median <= 16 ? 'at most 16 ms' : ms(median)} |`);
  }
  await context.close();
}

async function choose(page: Page, first: string, then: string): Promise<void> {
  for (const label of [first, then]) {
    await page.getByText(label, { exact: true }).click();
    await settle(page);
  }
}

async function goThrough(page: Page): Promise<void> {
  await page.getByRole('slider').first().focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'End']) await page.keyboard.press(key);
}

async function goAround(page: Page): Promise<void> {
  for (const name of ['Products', 'Dashboard']) {
    await page.getByRole('link', { name, exact: true }).click();
    await settle(page);
  }
}

function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
