import { read, utils } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { TRACEABILITY } from '../../src/export/traceability.ts';
import { MAX_XLSX_ROWS, xlsxOf } from '../../src/export/xlsx.ts';
import { download, linesOf } from '../support/http/download.ts';
import { createLine, move } from '../support/records/lots.ts';
import { createProduct, createReturn, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';

const service = useService();

/** The data that the law asks for, and the columns that have it. */
const ASKED: Record<string, string[]> = {
  '21 CFR 1.1340 (a)(1) traceability lot code': ['traceability_lot_code'],
  '21 CFR 1.1340 (a)(2) quantity and unit of measure': ['quantity', 'unit_of_measure'],
  '21 CFR 1.1340 (a)(3) product description': ['product_description', 'brand', 'packaging', 'gtin'],
  '21 CFR 1.1340 (a)(4) location of the recipient': [
    'recipient_name',
    'recipient_phone',
    'recipient_address',
    'recipient_country',
    'recipient_gln',
  ],
  '21 CFR 1.1340 (a)(5) location shipped from': [
    'shipped_from_name',
    'shipped_from_phone',
    'shipped_from_address',
    'shipped_from_country',
    'shipped_from_gln',
  ],
  '21 CFR 1.1340 (a)(6) date shipped': ['date_shipped'],
  '21 CFR 1.1340 (a)(7) lot code source': ['lot_code_source'],
  '21 CFR 1.1340 (a)(8) reference document': ['reference_document_type', 'reference_document_number'],
  '(EU) 931/2011 description and quantity': ['product_description', 'quantity'],
  '(EU) 931/2011 dispatcher and recipient': [
    'shipped_from_name',
    'shipped_from_address',
    'recipient_name',
    'recipient_address',
  ],
  '(EU) 931/2011 lot, batch or consignment': ['traceability_lot_code', 'reference_document_number'],
  '(EU) 931/2011 date of dispatch': ['date_shipped'],
  '21 CFR 1.345 transporter': ['carrier'],
};

it('has a row for each dispatched lot, with every column that is asked for', async () => {
  const account = await createSignedIn(service);
  await service.database.pool.query(
    `UPDATE accounts SET name = 'Dairy', address = '1 Meadow', phone = '+49 1', country = 'DE', gln = '4012345000009'
     WHERE id = $1`,
    [account.id],
  );
  const supermarket = await createSupermarket(account, {
    name: 'Oak',
    branches: [{ name: 'West', address: '2 Quay', phone: '+49 2', country: 'DE', gln: '4012345000009' }],
  });
  const product = await createProduct(account, {
    name: 'Cheese',
    brand: 'Hearth',
    packaging: 'wheel',
    gtin: '4006381333931',
    unit: 'kilogram',
  });
  const delivery = {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0].id,
    reference: 'DN-7',
    order_number: 'PO-7',
    carrier: 'Own van',
  };
  const lots = [
    { lot: 'L1', best_before: '2099-12-20', quantity: 6 },
    { use_by: '2099-12-21', quantity: 4 },
  ];
  const line = await createLine(account, lots, { product, delivery });
  await createLine(account, [{ lot: 'L1', quantity: 1 }], { product });
  const file = (query: string) => linesOf(service, account, `traceability.csv${query}`);
  expect(await file('')).toHaveLength(1);
  await move(account, line, 'in_transit');
  await createReturn(account, {
    delivery_id: line.deliveryId,
    product_id: product.id,
    quantity: 2,
    lot: 'L1',
  });
  const lotless = await createLine(account, [{ lot: 'L2', quantity: 3 }], {
    product,
    quantity: 5,
    delivery: { supermarket_id: supermarket.id, subchain_id: supermarket.branches[0].id },
  });
  await move(account, lotless, 'in_transit');
  const unmarked = await createLine(account, undefined);
  await move(account, unmarked, 'in_transit');
  const [header = '', ...rows] = await file(`?product=${product.id}`);
  const columns = header.replaceAll('"', '').split(',');
  const row = (text: string) => {
    const cells = [...text.matchAll(/(?:^|,)("[^"]*"|[^,]*)/g)].map(([, cell = '']) =>
      cell.replaceAll('"', ''),
    );
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
  };
  expect(columns).toEqual(expect.arrayContaining(Object.values(ASKED).flat()));
  expect(rows).toHaveLength(4);
  const shipped = new Date().toISOString().slice(0, 10);
  expect(row(rows[2]!)).toEqual({
    event: 'SHIPPING',
    traceability_lot_code: 'L1',
    lot_code_source: 'Dairy, 1 Meadow',
    product_description: 'Cheese',
    product_number: 'P-0001',
    brand: 'Hearth',
    packaging: 'wheel',
    gtin: '4006381333931',
    quantity: '6',
    unit_of_measure: 'kilogram',
    best_before: '2099-12-20',
    use_by: '',
    date_shipped: shipped,
    shipped_from_name: 'Dairy',
    shipped_from_phone: "'+49 1",
    shipped_from_address: '1 Meadow',
    shipped_from_country: 'DE',
    shipped_from_gln: '4012345000009',
    recipient_name: 'Oak, West',
    recipient_phone: "'+49 2",
    recipient_address: '2 Quay',
    recipient_country: 'DE',
    recipient_gln: '4012345000009',
    reference_document_type: 'DELIVERY NOTE',
    reference_document_number: 'DN-7',
    delivery_id: String(line.deliveryId),
    carrier: 'Own van',
    customer_order_number: 'PO-7',
    returned_quantity: '2',
  });
  expect(row(rows[3]!)).toMatchObject({
    event: 'SHIPPING',
    traceability_lot_code: '',
    lot_code_source: '',
    quantity: '2',
    best_before: '',
    date_shipped: shipped,
    recipient_name: 'Oak, West',
    returned_quantity: '0',
  });
  // The lines of all products, each piece in one row.
  const quantities = (await file('')).slice(1).map((text) => Number(row(text).quantity));
  expect(quantities).toEqual([3, 4, 6, 10, 2]);
  const suspects = (await file(`?product=${product.id}&without_lot=true`)).slice(1);
  expect(suspects).toEqual([rows[3]]);
  // Of the pieces with only a date, too, nobody knows that they are of another lot.
  expect(await file(`?lot=L1&without_lot=true`)).toHaveLength(3);
  expect(await file(`?from=${shipped}&to=${shipped}&lot=L1`)).toHaveLength(2);
  expect(await file('?to=2026-01-01')).toHaveLength(1);
  expect(await file('?best_before_from=2099-12-21&best_before_to=2099-12-21')).toHaveLength(2);
});

it('is also an .xlsx file, in which dates are dates and all other texts are text', async () => {
  const account = await createSignedIn(service);
  await service.database.pool.query(`UPDATE accounts SET name = '=1+1', phone = '+49 1' WHERE id = $1`, [
    account.id,
  ]);
  const product = await createProduct(account, { name: '=HYPERLINK("http://x")', gtin: '04006381333931' });
  const line = await createLine(account, [{ lot: '007', best_before: '2099-12-20', quantity: 6 }], {
    product,
    delivery: { reference: '0012' },
  });
  await move(account, line, 'in_transit');
  const response = await download(service, account, 'traceability.xlsx?lot=007');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="traceability.xlsx"');
  const bytes = await response.arrayBuffer();
  // The file has no formulas, whatever texts begin with.
  const [header = [], ...rows] = cellsIn(bytes);
  const [names = ''] = await linesOf(service, account, 'traceability.csv?lot=none');
  expect(header).toEqual(names.replaceAll('"', '').split(','));
  const today = new Date(new Date().toISOString().slice(0, 10));
  expect(
    rows.map((cells) => Object.fromEntries(header.map((name, at) => [String(name), cells[at]]))),
  ).toEqual([
    expect.objectContaining({
      traceability_lot_code: '007',
      product_description: '=HYPERLINK("http://x")',
      gtin: '04006381333931',
      quantity: 6,
      best_before: new Date('2099-12-20'),
      use_by: null,
      date_shipped: today,
      shipped_from_name: '=1+1',
      shipped_from_phone: '+49 1',
      reference_document_number: '0012',
      returned_quantity: 0,
    }),
  ]);
  expect((await download(service, account, 'deliveries.xlsx')).status).toBe(404);
});

it('refuses an .xlsx file that would be too long', async () => {
  const list = { ...TRACEABILITY, columns: { quantity: () => 1 } };
  const part = { rows: Array.from({ length: 1_000 }, () => ({})), next: 'more' };
  let read = part.rows.length;
  const endless = () => {
    read += part.rows.length;
    return Promise.resolve(part);
  };
  await expect(xlsxOf(list, part, endless)).rejects.toMatchObject({ code: 'validation_error' });
  expect(read).toBe(MAX_XLSX_ROWS + part.rows.length);
});

it('makes one .xlsx file at a time, so that the rows of many do not fill the memory', async () => {
  let [reading, most] = [0, 0];
  const readPart = async () => {
    most = Math.max(most, ++reading);
    await new Promise(setImmediate);
    reading--;
    return { rows: [], next: null };
  };
  const files = Array.from({ length: 3 }, () => xlsxOf(TRACEABILITY, { rows: [], next: '1' }, readPart));
  expect((await Promise.all(files)).every(({ length }) => length > 0)).toBe(true);
  expect(most).toBe(1);
});

/** Returns the values of the cells of a workbook. */
function cellsIn(bytes: ArrayBuffer): unknown[][] {
  const book = read(bytes, { cellDates: true, UTC: true });
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: null, UTC: true });
}
