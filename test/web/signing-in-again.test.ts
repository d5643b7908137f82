import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createProduct } from '../support/records/records.ts';
import { PASSWORD } from '../support/service/open-session.ts';
import { join } from '../support/service/people.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo, settle, type SignedIn } from '../support/service/settings.ts';
import { createVisitor } from '../support/service/visitor.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const service = useService();
const ENDED = 'Your session has ended';

async function endSessions({ id, database }: SignedIn) {
  await database.pool.query('DELETE FROM sessions WHERE account_id = $1', [id]);
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Sign in');
  await page.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'attached' });
}

/** Signs in again once the page has given way, and checks that it shows nothing of the account meanwhile. */
async function signInAgain(page: Page, account: SignedIn) {
  await page.getByText(ENDED).waitFor();
  expect(await page.evaluate(() => document.body.textContent)).not.toContain(account.email);
  await signIn(page, account.email);
}

/** Fills in the dialog of a new product. */
async function typeProduct(page: Page, name: string) {
  await press(page, 'New product');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Weight').fill('1');
  await dialog.getByLabel('Price').fill('2');
  await dialog.getByLabel('Category').fill('Bakery');
  return dialog;
}

async function namesOf({ id, database }: SignedIn): Promise<string[]> {
  const { rows } = await database.pool.query('SELECT name FROM products WHERE account_id = $1', [id]);
  return rows.map(({ name }) => name);
}

describeInChromium((open) => {
  it('goes on with the open dialog, the chosen file and the selection of rows', async () => {
    const account = await createSignedIn(service);
    for (const name of ['Rye Bread', 'Oat Loaf']) await createProduct(account, { name });
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page, problems } = visit;

    const dialog = await typeProduct(page, 'Typed before');
    await endSessions(account);
    await press(dialog, 'Create product');
    await signInAgain(page, account);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Typed before');
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
    expect(await dialog.getByText(/Sign in/).count()).toBe(0);
    expect(await page.title()).toContain('Products');
    await press(dialog, 'Create product');
    await page.getByRole('heading', { level: 1, name: 'Typed before' }).waitFor();
    expect((await namesOf(account)).filter((name) => name === 'Typed before')).toHaveLength(1);

    await goTo(page, service.url, '/products');
    for (const name of ['Rye Bread', 'Oat Loaf']) await page.getByLabel(`Select ${name}`).check();
    await press(page, 'Change prices');
    for (const name of ['Rye Bread', 'Oat Loaf']) await dialog.getByLabel(name).fill('3.33');
    await endSessions(account);
    await press(dialog, 'Save');
    await signInAgain(page, account);
    // Nobody has to press again what was confirmed for many.
    await page.getByText('2 prices changed').waitFor();

    await goTo(page, service.url, '/imports');
    const content = 'reference;name;weight;price;category\nA;Spelt Loaf;1;2;Bakery\n';
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await endSessions(account);
    await press(page, 'Preview');
    await signInAgain(page, account);
    await press(page, 'Preview');
    await page.getByText('Ready to import').waitFor();
    expect(problems.filter((problem) => !/401/.test(problem))).toEqual([]);
  }, 120_000);

  it('saves nothing as somebody else who has signed in in another tab', async () => {
    const [account, other] = [await createSignedIn(service), await createSignedIn(service)];
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page } = visit;
    await settle(page);
    await typeProduct(page, 'Theirs');
    const tab = await page.context().newPage();
    await goTo(tab, service.url, '/');
    await press(tab, 'Sign out');
    // The first tab gives way at once, though it sends nothing.
    await page.getByText(ENDED).waitFor();
    await signIn(tab, other.email);
    await page.bringToFront();
    await page.getByText(ENDED).waitFor();
    await signIn(page, account.email);
    await press(page.getByRole('dialog'), 'Create product');
    await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
    expect([await namesOf(account), await namesOf(other)]).toEqual([['Theirs'], []]);
    await tab.getByText(ENDED).waitFor();
  });

  it('shows another person of the account nothing of what was typed, and keeps it for the first', async () => {
    const account = await createSignedIn(service);
    const owner = createVisitor(service);
    await owner.signIn(account.email);
    const { email } = await join(service, owner, 'member');
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page } = visit;
    const dialog = await typeProduct(page, 'Secret Loaf');
    await endSessions(account);
    await press(dialog, 'Create product');
    await page.getByText(ENDED).waitFor();
    await signIn(page, email);
    await settle(page);
    expect(await dialog.count()).toBe(0);
    await press(page, 'New product');
    await dialog.getByLabel('Name').waitFor();
    expect(await dialog.getByText('You have a draft').count()).toBe(0);
    await press(dialog, 'Cancel');
    await press(page, 'Sign out');
    await signIn(page, account.email);
    await settle(page);
    await press(page, 'New product');
    await press(dialog, 'Continue your draft');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Secret Loaf');
  });
});
