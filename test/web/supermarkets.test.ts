import { expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';
import { createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';

const service = useService();

describeInChromium((open) => {
  it('edits a supermarket and its branches', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSupermarket(account, { name: 'Oakfield' });
    await using visit = await open(`${service.url}/settings/supermarkets`, account);
    const { page, problems } = visit;
    await page.getByRole('link', { name: 'Oakfield' }).click();
    await press(page.getByRole('main'), 'Edit');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Contact e-mail').fill('orders@oakfield');
    await press(dialog, 'Save');
    await dialog.getByText(/must be an e-mail address, such as/).waitFor();
    await dialog.getByLabel('Contact e-mail').fill('orders@oakfield.example');
    await dialog.getByLabel(/^Minimum shelf life \(days\)/).fill('5');
    await dialog.getByLabel(/^Refuse lots/).check();
    await press(dialog, 'Save');
    await page.getByText('At least 5 days. Lots with less are refused.').waitFor();
    await page.getByRole('link', { name: 'orders@oakfield.example' }).waitFor();

    await page.getByRole('button', { name: 'Edit Harbour' }).click();
    await dialog.getByLabel('From').fill('22:00');
    await dialog.getByLabel('To', { exact: true }).fill('22:00');
    await press(dialog, 'Save');
    await dialog.getByText('Must not end when it starts.').waitFor();
    await dialog.getByLabel('To', { exact: true }).fill('05:30');
    await press(dialog, 'Save');
    await page.getByRole('row', { name: /Harbour 2 Quay Street 22:00-05:30/ }).waitFor();

    await page.getByRole('button', { name: 'Add branch' }).click();
    await dialog.getByLabel('Branch').fill('Station');
    await dialog.getByLabel('Address').fill('3 Rail Road');
    await dialog.getByRole('button', { name: 'Add branch' }).click();
    await page.getByRole('row', { name: /Station 3 Rail Road Any time/ }).waitFor();

    const { rows } = await service.database.pool.query(
      'SELECT name, address, delivery_window FROM branches WHERE account_id = $1 ORDER BY id',
      [account.id],
    );
    expect(rows).toEqual([
      { name: 'Central', address: '1 Market Square', delivery_window: '06:00-10:00' },
      { name: 'Harbour', address: '2 Quay Street', delivery_window: '22:00-05:30' },
      { name: 'Station', address: '3 Rail Road', delivery_window: null },
    ]);
    for (const name of ['Harbour', 'Station']) {
      await press(page, `Archive ${name}`);
      await press(dialog, 'Archive branch');
      await page.getByRole('button', { name: `Restore ${name}` }).waitFor();
    }
    await page.getByRole('link', { name: 'New delivery' }).click();
    // The only remaining branch is selected.
    await expect.poll(() => page.getByRole('combobox', { name: 'Branch' }).inputValue()).toBe('Central');
    await page.getByRole('combobox', { name: 'Branch' }).click();
    expect(await page.getByRole('option').count()).toBe(1);
    await goTo(page, service.url, `/supermarkets/${id}`);
    await page.getByText('No deliveries to Oakfield yet.').waitFor();
    expect(problems).toEqual([]);
  });
});
