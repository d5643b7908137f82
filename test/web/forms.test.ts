import { afterAll, expect, it } from 'vitest';
import { startMailbox } from '../support/mail/mailbox.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { choose, press } from '../support/web/press.ts';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';
import { PASSWORD } from '../support/service/open-session.ts';

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const service = useService({ signUp: true, mail: { url: mailbox.url, from: 'people@provender.example' } });

describeInChromium((open) => {
  it('shows an error at its field until the field is corrected', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/keys`, account);
    const { page, problems } = visit;
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const name = dialog.getByLabel('Name');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
    await dialog.getByText('Select at least one permission.').waitFor();
    await dialog.getByLabel('Products: read').check();
    await dialog.getByText('Select at least one permission.').waitFor({ state: 'detached' });
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await name.fill('Till');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBeNull();
    expect(await service.database.prisma.apiKey.count({ where: { accountId: account.id } })).toBe(1);
    expect(problems).toEqual([]);
  });

  it('removes the service’s error from a field once the field is corrected', async () => {
    const account = await createSignedIn(service);
    await createProduct(account, { name: 'Rye Bread' });
    const { id } = await createSupermarket(account);
    await using visit = await open(`${service.url}/settings/deliveries/new?supermarketId=${id}`, account);
    const { page, problems } = visit;
    const product = page.getByRole('combobox', { name: 'Product' });
    await page.getByLabel('Quantity').fill('1000001');
    await choose(page, 'Branch', 'Harbour');
    await press(page, 'Create delivery');
    await expect.poll(() => product.getAttribute('aria-invalid')).toBe('true');
    await product.pressSequentially('Rye');
    await page.getByRole('option', { name: 'Rye Bread' }).click();
    await expect.poll(() => product.getAttribute('aria-invalid')).toBeNull();
    await press(page, 'Create delivery');
    await page.getByText('Quantity must be 1,000,000 or less.').waitFor();
    await page.getByLabel('Quantity').fill('10');
    await page.getByText('Quantity must be 1,000,000 or less.').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('keeps what was typed through Escape, links, reloads and the end of the session', async () => {
    const account = await createSignedIn(service);
    await createProduct(account, { name: 'Rye Bread' });
    const { id } = await createSupermarket(account);
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New product' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New product' }).click();
    await dialog.getByLabel('Name').fill('Oat Loaf');
    await page.keyboard.press('Escape');
    await dialog.getByText('Discard what you entered?').waitFor();
    expect(await violationsOf(page, 'dialog')).toEqual([]);
    await press(dialog, 'Keep editing');
    expect(await dialog.getByLabel('Name').evaluate((input) => input === document.activeElement)).toBe(true);
    await page.reload();
    await page.getByRole('button', { name: 'New product' }).click();
    await press(dialog, 'Continue your draft');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Oat Loaf');
    await press(dialog, 'Cancel');
    await page.getByRole('button', { name: 'New product' }).click();
    await dialog.getByLabel('Name').waitFor();
    expect(await dialog.getByText('You have a draft').count()).toBe(0);

    await goTo(page, service.url, `/deliveries/new?supermarketId=${id}`);
    const product = page.getByRole('combobox', { name: 'Product' });
    await choose(page, 'Branch', 'Harbour');
    await product.pressSequentially('Rye');
    await page.getByRole('option', { name: 'Rye Bread' }).click();
    await page.getByLabel('Quantity').fill('12');
    await page.getByLabel('Notes').fill('Ring twice');
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await service.database.pool.query('DELETE FROM sessions WHERE account_id = $1', [account.id]);
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await page.getByRole('link', { name: 'New delivery' }).click();
    await press(page, 'Continue your draft');
    await expect.poll(() => page.getByRole('combobox', { name: 'Branch' }).inputValue()).toBe('Harbour');
    expect(await product.inputValue()).toBe('Rye Bread');
    expect(await page.getByLabel('Quantity').inputValue()).toBe('12');
    expect(await page.getByLabel('Notes').inputValue()).toBe('Ring twice');
    await press(page, 'Create delivery');
    await page.getByRole('heading', { level: 1, name: /^Delivery #/ }).waitFor();

    await goTo(page, service.url, '/supermarkets/new');
    await page.getByLabel('Name', { exact: true }).fill('Oakfield');
    await press(page, 'Add branch');
    await page.getByLabel('Branch name').nth(1).fill('West');
    await page.reload();
    await press(page, 'Continue your draft');
    await expect.poll(() => page.getByLabel('Branch name').count()).toBe(2);
    expect(await page.getByLabel('Branch name').nth(1).inputValue()).toBe('West');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Oakfield');
    await press(page, 'Sign out');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft/.test(key)))).toEqual(
      [],
    );
    expect(problems.filter((problem) => !/401/.test(problem))).toEqual([]);
  }, 180_000);

  it('shows the rule for passwords beforehand, and resets a forgotten one by a mailed link', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/account`, account);
    const { page, problems } = visit;
    const fresh = page.getByLabel('New password');
    await page.getByText('At least 8 characters', { exact: true }).waitFor();
    await page.getByLabel('Current password').fill('not this one');
    await fresh.fill('short');
    await press(page, 'Change password');
    await expect.poll(() => fresh.getAttribute('aria-invalid')).toBe('true');
    await fresh.fill('long enough');
    await press(page, 'Change password');
    await page.getByText('Current password is incorrect.').waitFor();
    expect(await fresh.getAttribute('aria-invalid')).toBeNull();

    await page.context().clearCookies();
    await goTo(page, service.url, '/sign-up');
    await page.getByText('At least 8 characters', { exact: true }).waitFor();

    await goTo(page, service.url, '/');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail').fill(account.email);
    expect(await violationsOf(page, 'html')).toEqual([]);
    await press(page, 'Send link');
    await page.getByText('Check your mail').waitFor();
    for (const outcome of ['Password changed', 'The link is no longer valid']) {
      await page.goto('about:blank');
      await page.goto(await mailbox.link(account.email));
      await fresh.fill('long enough');
      expect(await violationsOf(page, 'html')).toEqual([]);
      await press(page, 'Change password');
      await page.getByText(outcome).waitFor();
    }
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.getByRole('button', { name: 'Send link' }).waitFor();
    expect(problems).toEqual([]);
  });
});
