import type { Page } from 'playwright-core';

/** Opens the filters of a list, unless they are open. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Filter', exact: true });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  await page.getByRole('dialog', { name: 'Filter', exact: true }).waitFor();
}
