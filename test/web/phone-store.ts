import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { press } from '../support/web/press.ts';

/** Waits until this phone has all that the tour needs. */
export async function kept(page: Page, stops: number) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => stored(page), { timeout: 20_000 })
    .toMatchObject({ days: 1, stops, sessions: 1, caches: 1 });
}

/** Counts what is stored on this phone. */
export function stored(page: Page) {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const open = indexedDB.open('provender');
    await new Promise((resolve, reject) => {
      open.addEventListener('success', resolve);
      open.addEventListener('error', reject);
      open.addEventListener('upgradeneeded', () => open.transaction!.abort());
    });
    const store = open.result;
    const all = (name: string) =>
      new Promise<{ stops?: unknown[]; sentAt?: number }[]>((resolve) => {
        const asked = store.transaction(name).objectStore(name).getAll();
        asked.addEventListener('success', () => resolve(asked.result));
      });
    const days = await all('days');
    const counts = {
      days: days.length,
      stops: days[0]?.stops?.length ?? 0,
      sessions: (await all('sessions')).length,
      waiting: (await all('waiting')).filter(({ sentAt }) => sentAt === undefined).length,
      photos: (await all('photos')).length,
      caches: names.filter((name) => name.startsWith('provender-app')).length,
    };
    store.close();
    return counts;
  });
}

/** Marks a stop as in transit, in two taps. */
export async function dispatch(page: Page) {
  await press(page, 'Mark as in transit');
  await press(page.getByRole('dialog'), 'Mark as in transit');
  await page.getByLabel('Received by').waitFor();
}
