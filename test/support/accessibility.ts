import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** What axe finds wrong with what a page shows now, by all its rules or by these: the rule, and where. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // What moves has the colours of its end.
  await page.evaluate(() => {
    for (const each of document.getAnimations()) {
      if (each.effect?.getComputedTiming().endTime === Infinity) each.cancel();
      else each.finish();
    }
  });
  await page.evaluate(SOURCE);
  const { violations } = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      }),
    rules,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary}`),
  );
}

/** By how many pixels the page can be scrolled sideways. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollBy(10_000, 0);
    const overflow = scrollX;
    scrollTo(0, scrollY);
    return overflow;
  });
}
