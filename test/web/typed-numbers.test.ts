import { expect, it } from 'vitest';
import { linkOf } from '../support/records/receipts.ts';
import { createProduct, createSentDelivery } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { violationsOf } from '../support/web/accessibility.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { press } from '../support/web/press.ts';

const service = useService();

describeInChromium((open) => {
  it.each(['en-US', 'de-DE'])(
    'stores what is typed with a comma in a browser in %s',
    async (locale) => {
      const account = await createSignedIn(service);
      await using visit = await open(`${service.url}/settings/products`, { ...account, locale });
      const { page, problems } = visit;
      const dialog = page.getByRole('dialog');
      await press(page, 'New product');
      await dialog.getByLabel('Name').fill('Rye Bread');
      await dialog.getByLabel('Category').fill('bakery');
      await dialog.getByLabel('Weight').pressSequentially('0,75');
      await dialog.getByLabel('Price').pressSequentially('3,49');
      await dialog.getByLabel('Shelf life').pressSequentially('1,5');
      await press(dialog, 'Create product');
      await dialog.getByText('Must be a whole number.').waitFor();
      await dialog.getByLabel('Shelf life').fill('5');
      await press(dialog, 'Create product');
      await page.getByRole('heading', { level: 1, name: 'Rye Bread' }).waitFor();
      expect(await priceOf(account.id)).toEqual([{ price: 3.49, weight: 0.75 }]);

      await press(page, 'Edit');
      const price = dialog.getByLabel('Price');
      expect(await price.inputValue()).toBe(locale === 'de-DE' ? '3,49' : '3.49');
      await price.fill('349');
      await press(dialog, 'Save');
      await dialog.getByText('These prices change by more than half').waitFor();
      expect(await priceOf(account.id)).toEqual([{ price: 3.49, weight: 0.75 }]);
      await price.fill('3,89');
      await press(dialog, 'Save');
      await page.getByText('Product saved').waitFor();
      expect(await priceOf(account.id)).toEqual([{ price: 3.89, weight: 0.75 }]);
      expect(problems).toEqual([]);
    },
    120_000,
  );

  it('goes on to the next price with Enter, and asks once before prices leap', async () => {
    const account = await createSignedIn(service);
    for (const name of ['Apple Tart', 'Barley Roll', 'Carrot Cake'])
      await createProduct(account, { name, price: 3 });
    await using visit = await open(`${service.url}/settings/products`, account);
    const { page, problems } = visit;
    const dialog = page.getByRole('dialog');
    await page.getByLabel('Select all on this page').click();
    await press(page, 'Change prices');
    await dialog
      .getByLabel(/^Apple Tart/)
      .or(dialog.getByLabel(/^Carrot Cake/))
      .first()
      .waitFor();
    for (const price of ['3,50', '3.60', '9,99']) {
      await page.keyboard.type(price, { delay: 60 });
      await page.keyboard.press('Enter');
    }
    await dialog.getByText('These prices change by more than half').waitFor();
    expect(await pricesOf(account.id)).toEqual([3, 3, 3]);
    await press(dialog, 'Save');
    await page.getByRole('status').getByText('3 prices changed').waitFor();
    expect(await pricesOf(account.id)).toEqual([3.5, 3.6, 9.99]);
    expect(problems).toEqual([]);
  }, 120_000);

  it('asks at once whether more arrived than was delivered, on both pages of a receipt', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSentDelivery(account);
    await using visit = await open(`${service.url}/settings/stops/${id}`, account);
    const { page, problems } = visit;
    const received = page.getByLabel('Received', { exact: true });
    const question = page.getByLabel('I checked that more than 10 arrived');
    const isConfirmed = async () => {
      await page.getByLabel('Received by').fill('Bea');
      await received.fill('11');
      await page.getByRole('button', { name: 'Confirm receipt' }).click();
      await question.waitFor();
      await question.check();
      // Another number is another question.
      await received.fill('12');
      expect(await question.isChecked()).toBe(false);
      await received.fill('10');
      expect(await question.isVisible()).toBe(false);
      await received.fill('12');
      await page.getByRole('button', { name: 'Confirm receipt' }).click();
      await question.check();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Confirm receipt' }).click();
    };
    await isConfirmed();
    await page.getByText('Receipt confirmed').waitFor();
    const other = await createSentDelivery(account);
    await page.goto(await linkOf(account, other.id));
    await isConfirmed();
    await page.getByText('Confirmed by Bea').waitFor();
    expect(problems).toEqual([]);
  }, 120_000);

  it('takes temperatures with a comma, and refuses half a piece', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSentDelivery(account);
    await using visit = await open(`${service.url}/settings/stops/${id}`, account);
    const { page, problems } = visit;
    await page.getByText('Temperatures').click();
    await page.getByLabel('Chilled, °C').pressSequentially('4,5');
    await page.getByLabel('Frozen, °C').pressSequentially('-18');
    await page.getByLabel('Received by').fill('Bea');
    await page.getByLabel('Received', { exact: true }).fill('9,5');
    await press(page, 'Confirm receipt');
    await page.getByText('Must be a whole number.').waitFor();
    await page.getByLabel('Received', { exact: true }).fill('10');
    await press(page, 'Confirm receipt');
    await page.getByText('Receipt confirmed').waitFor();
    const { rows } = await account.database.pool.query(
      'SELECT temperatures FROM receipts WHERE account_id = $1',
      [account.id],
    );
    expect(rows[0].temperatures).toEqual([
      { zone: 'chilled', celsius: 4.5 },
      { zone: 'frozen', celsius: -18 },
    ]);
    expect(problems).toEqual([]);
  }, 120_000);
});

async function priceOf(accountId: unknown) {
  const { rows } = await service.database.pool.query(
    'SELECT price::float, weight::float FROM products WHERE account_id = $1',
    [accountId],
  );
  return rows;
}

async function pricesOf(accountId: unknown) {
  const { rows } = await service.database.pool.query<{ price: number }>(
    'SELECT price::float FROM products WHERE account_id = $1 ORDER BY price',
    [accountId],
  );
  return rows.map(({ price }) => price);
}
