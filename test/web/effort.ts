import type { Page } from 'playwright-core';

interface Effort {
  clicks: number;
  keys: number;
}

/** Counts the clicks and keys of `work`, as the page sees them. */
export async function effortOf(page: Page, work: () => Promise<unknown>): Promise<Effort> {
  await page.evaluate(() => {
    const effort = { clicks: 0, keys: 0 };
    Object.assign(globalThis, { effort });
    addEventListener('pointerdown', () => effort.clicks++, true);
    addEventListener('keydown', () => effort.keys++, true);
  });
  await work();
  return page.evaluate(() => (globalThis as unknown as { effort: Effort }).effort);
}
