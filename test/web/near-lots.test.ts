import { expect, it } from 'vitest';
import { createLine, move } from '../support/records/lots.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const service = useService();
const GTIN = '04012345100013';

describeInChromium((open) => {
  it('offers lots that are similar to one that was not found, and reads scans', async () => {
    const account = await createSignedIn(service);
    await move(account, await createLine(account, [{ lot: 'L4711', quantity: 6 }]), 'in_transit');
    await using visit = await open(`${service.url}/settings/trace`, account);
    const { page, problems } = visit;
    const lot = page.getByRole('textbox', { name: 'Lot' });

    await lot.fill(`01${GTIN}10L471115261220`);
    await page.getByText('This barcode may have lost a separator: is the lot L4711, best before').waitFor();
    await lot.fill('l 4712');
    await page.getByText('Similar lots exist').waitFor();
    // Whether the answer can be trusted is shown here, too.
    await page.getByRole('heading', { name: 'Mass balance' }).waitFor();
    await press(page, 'L4711');
    await page.getByText('All products, lot L4711, dispatched on any day').waitFor();
    // Only one product has it.
    const withdraw = page.getByRole('link', { name: 'Withdraw this lot' });
    expect(await withdraw.getAttribute('href')).toMatch(/\?productId=\d+&lot=L4711$/);
    await move(account, await createLine(account, [{ lot: 'L4711', quantity: 1 }]), 'in_transit');
    await page.reload();
    await page.getByText('All products, lot L4711, dispatched on any day').waitFor();
    await page.getByRole('heading', { name: 'Mass balance' }).waitFor();
    expect(await withdraw.count()).toBe(0);

    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('l04711');
    await expect
      .poll(() => dialog.getByRole('option').allInnerTexts())
      .toContainEqual(expect.stringMatching(/^Lot L4711\s*Similar lot$/));
    await dialog.getByRole('combobox').fill(`01${GTIN}10L4711`);
    await expect
      .poll(() => dialog.getByRole('option').allInnerTexts())
      .toContainEqual(expect.stringMatching(/^Lot L4711\s*Trace$/));
    expect(problems).toEqual([]);
  });

  it('takes no barcode for a lot, where lots are entered and withdrawn', async () => {
    const account = await createSignedIn(service);
    const { deliveryId } = await createLine(account, undefined);
    await using visit = await open(`${service.url}/settings/deliveries/${deliveryId}`, account);
    const { page } = visit;
    await page.getByRole('button', { name: /^Lots of / }).click();
    const dialog = page.getByRole('dialog');
    const lot = dialog.getByLabel('Lot', { exact: true });
    await lot.fill(`01${GTIN}1526`);
    await lot.press('Enter');
    await dialog.getByText('This barcode is incomplete or damaged.').waitFor();
    expect(await lot.inputValue()).toBe('');
    await lot.fill(`01${GTIN}10L471117261220`);
    await lot.press('Enter');
    await press(dialog, 'Lot L4711');
    expect(await lot.inputValue()).toBe('L4711');
    expect(await dialog.getByLabel(/^Use by/).inputValue()).toBe('2026-12-20');
    await page.goto(`${service.url}/settings/withdrawals/new`);
    await page.getByLabel('Lots', { exact: true }).last().fill(`L1\n01${GTIN}1526`);
    await page.getByText('This barcode is incomplete or damaged.').waitFor();
  });
});
