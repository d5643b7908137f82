import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { linesOf } from '../support/http/download.ts';
import { createLine, lotsOf, move } from '../support/records/lots.ts';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, goTo } from '../support/service/settings.ts';
import { overflowOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { chooseAction, press, pressTwice } from '../support/web/press.ts';

const service = useService();
const GTIN = '4012345100013';
const SCAN = `01${GTIN.padStart(14, '0')}17271220`;

describeInChromium((open) => {
  it('enters, scans, returns, corrects, traces and withdraws a lot', async () => {
    const account = await createSignedIn(service);
    const product = await createProduct(account, { name: 'Rye Bread', gtin: GTIN });
    await ask(
      account,
      'mutation ($id: ID!) { updateProduct(id: $id, input: { lotTracking: REQUIRED }) { id } }',
      { id: String(product.id) },
    );
    const market = await createSupermarket(account, {
      branches: [{ name: 'Quay', address: '22 Quay Street', phone: '+353 1 5550' }],
    });
    await service.database.pool.query('UPDATE supermarkets SET min_remaining_days = 3650 WHERE id = $1', [
      market.id,
    ]);
    const delivery = { supermarket_id: market.id, subchain_id: market.branches[0].id };
    const line = await createLine(account, undefined, { product, delivery });
    const { deliveryId } = line;
    await using visit = await open(`${service.url}/settings/deliveries/${deliveryId}`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    const lots = () => lotsOf(account, deliveryId).then(([found]) => found);

    await page.getByText('Lots required').waitFor();
    await press(page, 'Lots of Rye Bread');
    const lot = dialog.getByLabel('Lot', { exact: true });
    await lot.waitFor();
    expect(await lot.evaluate((input) => input === document.activeElement)).toBe(true);
    await lot.pressSequentially(`${SCAN.replace(/4012345100013/, '4012345100020')}10L4711`);
    await lot.press('Enter');
    await dialog.getByText('This barcode is of another product').waitFor();
    await lot.fill(`${SCAN}10L4711`);
    await lot.press('Enter');
    expect(await lot.inputValue()).toBe('L4711');
    expect(await dialog.getByLabel(/^Use by/).inputValue()).toBe('2027-12-20');
    expect(await dialog.getByText('another product').count()).toBe(0);
    await dialog
      .getByText(/days left on the day of delivery; the supermarket is promised 3,650 days/)
      .waitFor();
    await dialog.getByLabel('Quantity').fill('11');
    await press(dialog, 'Save lots');
    await dialog.getByText('Lots must not exceed the quantity of the line, 10; they add up to 11.').waitFor();
    await dialog.getByLabel('Quantity').fill('6');
    await press(dialog, 'Add lot');
    await dialog.getByLabel('Lot', { exact: true }).nth(1).fill('l4711');
    expect(await dialog.getByLabel('Quantity').nth(1).inputValue()).toBe('4');
    await press(dialog, 'Save lots');
    await page.getByText('L4711, use by Dec 20, 2027: 6').waitFor();
    await page.getByText('l4711: 4').waitFor();
    await page.getByText('Short-dated').waitFor();
    expect(await page.getByText('Lots required').count()).toBe(0);

    await pressTwice(page, 'Mark as in transit');
    await pressTwice(page, 'Mark as completed');
    await press(page, 'Record return');
    await dialog.getByLabel('Lot').last().selectOption({ label: 'L4711, use by Dec 20, 2027 · up to 6' });
    await dialog.getByLabel('Quantity').fill('2');
    await dialog.getByLabel('Reason').selectOption('damaged');
    await press(dialog, 'Record return');
    await page.getByText('Return recorded').waitFor();
    await press(page, 'Correct lots of Rye Bread');
    await dialog.getByLabel('Lot', { exact: true }).nth(1).fill('L4712');
    await dialog.getByLabel('Reason').fill('Typing error');
    await press(dialog, 'Correct lots');
    await page.getByText('L4712: 4').waitFor();
    expect(await lots()).toMatchObject([
      { lot: 'L4711', useBy: '2027-12-20', quantity: 6, returnedQuantity: 2 },
      { lot: 'L4712', quantity: 4 },
    ]);
    await chooseAction(page, 'Delivery note');
    await page.getByRole('article').getByText('L4712: 4').waitFor();

    // The name of a lot that another delivery, still pending, has too.
    const other = await createLine(account, [{ lot: 'L4711', quantity: 3 }], { product, delivery });
    await page.getByRole('link', { name: 'Trace' }).click();
    await page.getByText('Which lot are you looking for?').waitFor();
    const search = page.getByRole('combobox', { name: 'Product' });
    await search.pressSequentially('Rye');
    await page.getByRole('option', { name: 'Rye Bread' }).click();
    await page.getByLabel('Lot', { exact: true }).fill(`${SCAN}10L4711`);
    await page.getByText('1 delivery with 3 units still pending. You can stop it:').waitFor();
    await page.getByText('Rows 1–2 of 2.').waitFor();
    const rows = page.getByRole('table', { name: 'Deliveries with the lot' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    const row = await rows.nth(2).innerText();
    for (const text of ['Quay', '22 Quay Street', '+353 1 5550', 'use by Dec 20, 2027'])
      expect(row).toContain(text);
    expect(await page.getByText('Delivered and not returned').locator('..').innerText()).toContain('4');
    const csv = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    expect(await linesOf(service, account, csv!.slice('/export/'.length))).toHaveLength(2);

    await page.getByRole('link', { name: 'Withdraw this lot' }).click();
    await heading(page, 'New withdrawal');
    await page.getByText('Lot L4711: 1 branch gets a notice').waitFor();
    await page.getByRole('link', { name: `#${other.deliveryId}` }).waitFor();
    await page.getByLabel('Reason').fill('Glass');
    await page.getByLabel('Instruction').fill('Hold it');
    await press(page, 'Start');
    await page.getByText('Select an option.').waitFor();
    const kinds = page.getByRole('group', { name: 'Kind' });
    const widths = await kinds.locator('label').evaluateAll((all) => all.map((each) => each.clientWidth));
    expect(widths).toEqual([widths[0], widths[0], widths[0]]);
    await kinds.getByText('Recall').click();
    await press(page, 'Start recall');
    await dialog.getByRole('heading', { name: 'Start recall at 1 branch?' }).waitFor();
    await dialog.getByText('Rye Bread: L4711').waitFor();
    await press(dialog, 'Start recall');
    await heading(page, /^Recall #\d+$/);
    await press(page, 'Record that Quay was told');
    await dialog.getByLabel('How').selectOption('By phone');
    await press(dialog, 'Save');
    await page.getByText('By phone, ').waitFor();
    await page.getByText('0 of 1', { exact: true }).waitFor();
    await page.getByText('1 told', { exact: true }).waitFor();
    await press(page, 'Acknowledge notice of Quay');
    await dialog.getByLabel('Acknowledged by').fill('Ms Doe');
    await dialog.getByLabel('Found').fill('5');
    await press(dialog, 'Save');
    await dialog.getByText('5 is more than was delivered, 4').waitFor();
    await press(dialog, 'Save');
    await page.getByText('4 of 4', { exact: true }).waitFor();
    await press(page, 'Change notice of Quay');
    await dialog.getByLabel('Found').fill('3');
    await press(dialog, 'Save');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.getByText('3 of 4', { exact: true }).waitFor();
    await page.setViewportSize({ width: 680, height: 1009 });
    await page.emulateMedia({ media: 'print' });
    expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(await overflowOf(page)).toBe(0);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await press(page, 'Close recall');
    await dialog.getByLabel('Outcome').fill('All held');
    await press(dialog, 'Close recall');
    await page.getByText('Closed', { exact: true }).first().waitFor();
    await goTo(page, service.url, `/deliveries/${deliveryId}`);
    await page.getByText('Withdrawn').waitFor();
    // It leaves again: the list, the dialog of the lots and the one of the move warn.
    await goTo(page, service.url, '/deliveries?status=PENDING');
    await page.getByText('Withdrawn lot', { exact: true }).first().waitFor();
    await goTo(page, service.url, `/deliveries/${other.deliveryId}`);
    await press(page, 'Lots of Rye Bread');
    await dialog.getByText(/^This lot is withdrawn \(#\d+\): Glass$/).waitFor();
    await press(dialog, 'Cancel');
    await press(page, 'Mark as in transit');
    await dialog.getByText('This delivery has a withdrawn lot').waitFor();
    await dialog.getByText(/names lot L4711 of Rye Bread: Glass/).waitFor();
    await press(dialog, 'Cancel');
    await move(account, other, 'cancelled');
    expect(problems).toEqual([]);
  });
});
