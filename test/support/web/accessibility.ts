import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

type Axe = { run(context: object, options: object): Promise<AxeResults> };

/** All rules of axe (default), only some, or all but some. */
type Rules = { only?: string[]; except?: string[] };

/** The rules about colours. Only these depend on the theme, and they take half of the time. */
export const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Returns what axe finds wrong in the part of the page at `within` now: the rule, and where. */
export async function violationsOf(page: Page, within = 'html', rules: Rules = {}): Promise<string[]> {
  // Animated elements have their final colours.
  await page.evaluate(() => {
    for (const each of document.getAnimations()) {
      if (each.effect?.getComputedTiming().endTime === Infinity) each.cancel();
      else each.finish();
    }
  });
  // Its source is large, so each document gets it only once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  const { violations } = await page.evaluate(
    ([selector, { only, except = [] }]) =>
      (globalThis as unknown as { axe: Axe }).axe.run(
        { include: selector },
        {
          resultTypes: ['violations'],
          // It would read all style sheets again, for disabled rules.
          preload: false,
          ...(only && { runOnly: only }),
          rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
        },
      ),
    [within, rules] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary}`),
  );
}

/**
 * Returns by how many pixels the page scrolls sideways. After a change of the width, it may take some frames
 * until the page has the room of all its parts.
 */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let overflow = Infinity;
    for (let frame = 0; frame < 60 && overflow > 0; frame++) {
      if (frame > 0) await new Promise(requestAnimationFrame);
      scrollBy(10_000, 0);
      overflow = scrollX;
      scrollTo(0, scrollY);
    }
    return overflow;
  });
}

/** The attributes whose values change what axe finds; of all others only the names do. */
const TELLING = ['role', 'type', 'aria-expanded', 'aria-checked', 'aria-selected', 'aria-invalid'];

/**
 * Returns the kinds of elements in the first `within`, by their tags, classes, attributes and whether they
 * have a text. In two parts of the same kinds, axe finds the same but for the order of headings and repeated
 * ids.
 */
export function kindsIn(page: Page, within: string): Promise<string> {
  return page
    .locator(within)
    .first()
    .evaluate((root, telling) => {
      const kinds = [...root.querySelectorAll('*')].map((each) => {
        const attributes = Array.from(each.attributes, ({ name, value }) =>
          telling.includes(name) ? `${name}=${value}` : name,
        );
        const hasText = [...each.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
        return [each.tagName, each.getAttribute('class'), ...attributes.toSorted(), hasText].join(' ');
      });
      return [...new Set(kinds)].join('\n');
    }, TELLING);
}
