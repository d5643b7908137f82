import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { DraftLine } from '../../web/src/trade/delivery/delivery-line.ts';
import { MAX_PASTED, pasteLines } from '../../web/src/trade/delivery/paste-lines.ts';
import { pastedRows } from '../../web/src/base/kit/form/pasted-rows.ts';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import type { TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';
import { describeInChromium } from '../support/web/browser.ts';
import { heading } from './delivery-page.ts';
import { choose } from '../support/web/press.ts';

const service = useService();

describe('a text from the clipboard', () => {
  it.each(['', '5', '5\r\n', '\t7\t\r\n', 'Rye Bread', '"7""', ' \t \n'])('is one value: %j', (text) => {
    expect(pastedRows(text)).toBeUndefined();
  });

  it.each([
    ['1\r\n234\r\n', [['1'], ['234']]],
    ['1\t234', [['1', '234']]],
    [
      'A-1\t5\t\r\nA-2\t6\t\t\r\n\t\t\r\n',
      [
        ['A-1', '5'],
        ['A-2', '6'],
      ],
    ],
    [
      '\tA-1\t5\n\tA-2\t',
      [
        ['A-1', '5'],
        ['A-2', ''],
      ],
    ],
    ['"Rye\nBread"\t5', [['Rye Bread', '5']]],
    [
      '"8"" roll"\t5\r7" roll\t6',
      [
        ['8" roll', '5'],
        ['7" roll', '6'],
      ],
    ],
    ['1\n\n3', [['1'], [''], ['3']]],
  ])('is the cells of a spreadsheet: %j', (text, rows) => {
    expect(pastedRows(text)).toEqual(rows);
  });

  it('can have 100,000 rows', () => {
    expect(pastedRows('A-1\t5\r\n'.repeat(100_000))).toHaveLength(100_000);
  });
});

describe('cells that are pasted into lines', () => {
  const lines: DraftLine[] = [1, 2, 3].map((key) => ({ key, product: undefined, quantity: String(key) }));
  const paste = (rows: string[][], index: number, isQuantity: boolean) => {
    let key = 10;
    return pasteLines(rows, { lines, index, isQuantity, nextKey: () => key++ });
  };

  it('are quantities from a line on, each at its row', () => {
    expect(paste([['7'], [''], ['9']], 0, true).lines?.map(({ quantity }) => quantity)).toEqual([
      '7',
      '2',
      '9',
    ]);
    expect(paste([['7'], ['9']], 2, true)).toEqual({ said: 'Nothing pasted: 2 quantities for 1 line.' });
  });

  it('are new lines after one that has something', () => {
    const pasted = paste(
      [
        ['A-1', '5'],
        ['A-2', ''],
      ],
      1,
      false,
    ).lines;
    expect(pasted?.map(({ key, productText, quantity }) => [key, productText, quantity])).toEqual([
      [1, undefined, '1'],
      [2, undefined, '2'],
      [10, 'A-1', '5'],
      [11, 'A-2', ''],
      [3, undefined, '3'],
    ]);
  });

  it('leave out a row that names the columns, and say so', () => {
    const { said, lines } = paste(
      [
        ['Article', 'Cases'],
        ['A-1', '5'],
      ],
      2,
      false,
    );
    expect(said).toContain('“Article · Cases”, was left out');
    expect(lines).toHaveLength(4);
    expect(
      paste(
        [
          ['A-1', '5 cases'],
          ['A-2', '5'],
        ],
        2,
        false,
      ).lines,
    ).toHaveLength(5);
  });

  it('are refused where their meaning would be a guess', () => {
    expect(paste([['A-1', 'Rye', '5']], 0, false)).toEqual({
      said: expect.stringContaining('copy two columns'),
    });
    expect(paste([['A-1', '5']], 0, true)).toEqual({ said: expect.stringContaining('only the column') });
    const many = Array.from({ length: MAX_PASTED + 1 }, () => ['A-1', '5']);
    expect(paste(many, 0, false)).toEqual({ said: expect.stringContaining('101 rows are more than 100') });
  });
});

describeInChromium((open) => {
  const permissions = ['clipboard-read', 'clipboard-write'];

  it('makes lines of the products that rows name, and never of one that only contains the text', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSupermarket(account);
    await createProduct(account, { name: 'Apple Tart', reference: 'A-10' });
    await createProduct(account, { name: 'Zwieback', reference: 'A-1', gtin: '4012345100082' });
    await using visit = await open(`${service.url}/settings/deliveries/new?supermarketId=${id}`, {
      ...account,
      permissions,
    });
    const { page, problems } = visit;
    await choose(page, 'Branch', 'Harbour');
    await paste(page, product(page, 0), 'Article\tQty\r\na-1\t3\r\nA-1\t1\r\nApple\t234\r\n');
    await page.getByText('3 lines pasted').waitFor();
    const values = () => Promise.all([0, 1, 2].map((line) => product(page, line).inputValue()));
    await page.getByText('“Apple” is not an option. Select one from the list.').first().waitFor();
    await page.getByText('“a-1” is not an option. Did you mean A-1?').first().waitFor();
    expect(await values()).toEqual(['a-1', 'Zwieback', 'Apple']);
    await page.getByRole('button', { name: 'Remove line 3' }).click();
    await page.getByRole('button', { name: 'Remove line 1' }).click();
    await paste(page, product(page, 0), '4012345100082\t1\r\nApple Tart\t2\r\n');
    await page.getByText('2 lines pasted').waitFor();
    await expect.poll(values).toEqual(['Zwieback', 'Zwieback', 'Apple Tart']);
    await page.getByRole('button', { name: 'Remove line 2' }).click();
    await paste(page, page.getByLabel('Quantity').first(), '1\r\n234\r\n');
    await page.getByText('2 quantities pasted').waitFor();
    await page.getByRole('button', { name: 'Create delivery' }).click();
    await heading(page, /^Delivery #\d+$/);
    expect(await stored(account)).toEqual([
      { name: 'Zwieback', quantity: 1 },
      { name: 'Apple Tart', quantity: 234 },
    ]);
    expect(problems).toEqual([]);
  }, 120_000);

  it('takes the product with a reference before others that contain it', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSupermarket(account);
    for (let n = 0; n < 21; n++)
      await createProduct(account, { name: `Apple Tart ${n}`, reference: `10${n}` });
    await createProduct(account, { name: 'Zwieback', reference: '10' });
    await using visit = await open(`${service.url}/settings/deliveries/new?supermarketId=${id}`, account);
    const { page, problems } = visit;
    await product(page, 0).focus();
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await expect.poll(() => product(page, 0).inputValue()).toBe('Zwieback');
    expect(problems).toEqual([]);
  }, 120_000);

  it('never reads pasted cells as one number', async () => {
    const account = await createSignedIn(service);
    await using visit = await open(`${service.url}/settings/products`, { ...account, permissions });
    const { page, problems } = visit;
    await page.getByRole('button', { name: 'New product' }).first().click();
    const weight = page.getByLabel('Weight');
    await paste(page, weight, '1\r\n234\r\n');
    expect(await weight.inputValue()).toBe('1; 234');
    await page.getByRole('button', { name: 'Create product' }).click();
    await page.getByText('Enter a number.').waitFor();
    expect(problems).toEqual([]);
  }, 120_000);
});

function product(page: Page, line: number) {
  return page.getByRole('combobox', { name: 'Product' }).nth(line);
}

async function paste(page: Page, field: ReturnType<Page['getByLabel']>, text: string): Promise<void> {
  await field.focus();
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press('Control+V');
}

async function stored(account: TestAccount) {
  const { rows } = await account.database.pool.query(
    'SELECT name, quantity FROM delivery_items WHERE account_id = $1 ORDER BY quantity',
    [account.id],
  );
  return rows;
}
