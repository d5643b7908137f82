import type { Locator, Page } from 'playwright-core';

/** Presses the button with this name. */
export function press(within: Page | Locator, name: string): Promise<void> {
  return within.getByRole('button', { name, exact: true }).click();
}

/** Presses a button of the page, and the one that confirms it in the dialog, by default of the same name. */
export async function pressTwice(page: Page, name: string, confirming = name): Promise<void> {
  await press(page, name);
  await press(page.getByRole('dialog'), confirming);
}

/** Opens the menu of the page, and chooses one of its actions. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await press(page, 'More actions');
  const menu = page.getByRole('dialog', { name: 'More actions' });
  await menu.getByRole('link', { name }).or(menu.getByRole('button', { name })).click();
}

/** Types into a field that searches, and takes the option that is found first. */
export async function choose(within: Page | Locator, label: string, name: string): Promise<void> {
  const field = within.getByRole('combobox', { name: label });
  // The field may have the option already, or get it now, and only a change searches: a click empties it.
  await field.click();
  await field.fill(name);
  await within.getByRole('option', { name }).first().waitFor();
  await field.press('Enter');
}
