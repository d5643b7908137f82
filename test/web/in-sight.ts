import type { Locator, Page } from 'playwright-core';

/** Returns whether all of an element is in the window, without scrolling. */
export function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

/** Returns the controls that a toast lies on. */
export function coveredByToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const STEP = 4;
    const toasts = [...document.querySelectorAll('[class*=_toast_]')];
    if (toasts.length === 0) return ['no toast is shown'];
    const covered = toasts.flatMap((toast) => {
      const { left, right, top, bottom } = toast.getBoundingClientRect();
      const points: [number, number][] = [];
      for (let x = left; x < right; x += STEP) for (let y = top; y < bottom; y += STEP) points.push([x, y]);
      return points.flatMap(([x, y]) => {
        const below = document.elementsFromPoint(x, y).find((each) => !each.closest('[class*=_toasts_]'));
        return below?.closest('a, button, input, select, textarea, summary, label') ?? [];
      });
    });
    return [...new Set(covered)].map((each) => each.outerHTML.slice(0, 200));
  });
}
