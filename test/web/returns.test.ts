import { expect, it } from 'vitest';
import { createReturn, createSentDelivery, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { press } from '../support/web/press.ts';

const service = useService();

describeInChromium((open) => {
  it('undoes a return, and says before what it does', async () => {
    const account = await createSignedIn(service);
    const { id, products } = await createSentDelivery(account);
    const { product_id, name } = products[0];
    const old = await createReturn(account, { delivery_id: id, product_id, quantity: 10 });
    await using visit = await open(`${service.url}/settings/returns/${old.id}`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    await press(page, 'Undo');
    await dialog.getByText(new RegExp(`of -10 units of ${name} with a credit of -€`)).waitFor();
    await dialog.getByText('You cannot undo this.', { exact: false }).waitFor();
    expect(await violationsOf(page, 'dialog')).toEqual([]);
    await dialog.getByLabel('Why is it undone?').fill('Recorded twice');
    await press(dialog, 'Undo return');
    await page.getByText(`Return #${old.id} undone`).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    const { rows } = await account.database.pool.query<{ id: number; description: string }>(
      'SELECT id::int, description FROM returns WHERE account_id = $1 AND reverses_id = $2',
      [account.id, old.id],
    );
    expect(rows).toEqual([{ id: expect.any(Number), description: 'Recorded twice' }]);
    const reversal = rows[0]!.id;
    await page.getByRole('link', { name: `#${reversal}`, exact: true }).click();
    await heading(page, `Return #${reversal}`);
    await page.getByText('Recorded twice').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.goto(`${service.url}/settings/returns`);
    await page.getByText(`#${reversal} · damaged · undoes #${old.id}`).waitFor();
    await page.getByText(`#${old.id} · damaged · undone by #${reversal}`).waitFor();
    await page.goto(`${service.url}/settings/deliveries/${id}`);
    await press(page, 'Record return');
    await dialog.getByText('Up to 10 can be returned').waitFor();
    expect(problems).toEqual([]);
  }, 180_000);

  it('asks whether a date before the dispatch is right', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSentDelivery(account);
    await using visit = await open(`${service.url}/settings/deliveries/${id}`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    await press(page, 'Record return');
    await dialog.getByLabel('Quantity').fill('1');
    await dialog.getByLabel('Reason').selectOption('damaged');
    const question = dialog.getByRole('checkbox', { name: /is right$/ });
    expect(await question.count()).toBe(0);
    await dialog.getByLabel('Return date').fill(inDays(-3));
    await dialog.getByText(/^This date is before .*, when the delivery was dispatched\.$/).waitFor();
    await press(dialog, 'Record return');
    expect(await dialog.count()).toBe(1);
    await dialog.getByLabel('Return date').fill(inDays(-2));
    expect(await question.isChecked()).toBe(false);
    await question.check();
    await press(dialog, 'Record return');
    await page.getByText(/Return recorded/).waitFor();
    const { json } = await account.call('GET', '/returns');
    expect(json.data).toMatchObject([{ return_date: inDays(-2), quantity: 1 }]);
    expect(problems).toEqual([]);
  }, 180_000);
});
