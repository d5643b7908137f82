import type { Page } from 'playwright-core';

/** Waits for the page with this heading. */
export function heading(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('heading', { level: 1, name }).waitFor();
}
