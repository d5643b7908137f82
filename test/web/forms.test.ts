import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';

const service = useService({ signUp: true });

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
    await dialog.getByText('Select at least one scope.').waitFor();
    await dialog.getByLabel('Products: read').check();
    await dialog.getByText('Select at least one scope.').waitFor({ state: 'detached' });
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
    await page.getByLabel('Branch').selectOption('Harbour');
    await press(page, 'Create delivery');
    await expect.poll(() => product.getAttribute('aria-invalid')).toBe('true');
    await product.pressSequentially('Rye');
    await page.getByRole('option', { name: 'Rye Bread' }).click();
    await expect.poll(() => product.getAttribute('aria-invalid')).toBeNull();
    await press(page, 'Create delivery');
    await page.getByText('Must be an integer from 1 to 1000000.').waitFor();
    await page.getByLabel('Quantity').fill('10');
    await page.getByText('Must be an integer from 1 to 1000000.').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('shows the rule for passwords beforehand', async () => {
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
    expect(problems).toEqual([]);
  });
});
