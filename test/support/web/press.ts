import type { Locator, Page } from 'playwright-core';

/** Presses the button of that name. */
export function press(within: Page | Locator, name: string): Promise<void> {
  return within.getByRole('button', { name, exact: true }).click();
}

/** Presses a button of the page, and the one of the dialog that asks whether it is meant. */
export async function pressTwice(page: Page, name: string): Promise<void> {
  await press(page, name);
  await press(page.getByRole('dialog'), name);
}
