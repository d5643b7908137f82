import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

type Axe = { run(context: object, options: object): Promise<AxeResults> };

/** What axe finds wrong with what is shown at `within` now, by all its rules or by these: the rule, and where. */
export async function violationsOf(page: Page, within = 'html', rules?: string[]): Promise<string[]> {
  // What moves has the colours of its end.
  await page.evaluate(() => {
    for (const each of document.getAnimations()) {
      if (each.effect?.getComputedTiming().endTime === Infinity) each.cancel();
      else each.finish();
    }
  });
  // Its source is large: a document gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  const { violations } = await page.evaluate(
    ([selector, runOnly]) =>
      (globalThis as unknown as { axe: Axe }).axe.run(
        { include: selector },
        // It would read all style sheets again, for rules that are off.
        { resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) },
      ),
    [within, rules] as const,
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
