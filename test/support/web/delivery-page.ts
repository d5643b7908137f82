import type { Locator, Page } from 'playwright-core';

/** Waits for the page with this heading. */
export function heading(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Types a part of a product's name into a line, and chooses it. */
export async function chooseProduct(line: Locator, name: string): Promise<void> {
  await line.getByRole('combobox', { name: 'Product' }).pressSequentially(name);
  await line.getByRole('option', { name }).click();
}
