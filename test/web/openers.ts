import type { Page } from 'playwright-core';

/** Buttons with an immediate effect; all others may open a dialog. */
const ACTS =
  /copy|send|sign out of|resend|next|previous|enable|print|clear filters|skip|restore|remove pause|earlier|later/i;

/**
 * Returns the names of the buttons that may open something. Those in headers of tables only sort, and pressed
 * ones choose.
 */
export async function openersIn(page: Page, where: string): Promise<Set<string>> {
  const names = await page
    .locator(`${where} button[type=button]:not(th *, [aria-pressed]):visible:enabled`)
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()));
  return new Set(names.filter((name) => !ACTS.test(name)));
}
