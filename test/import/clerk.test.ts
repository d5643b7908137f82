import { describe, expect, it } from 'vitest';
import { importsOf, PRODUCTS } from '../support/records/importing.ts';
import { createProduct, createSupermarket } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { download } from '../support/http/download.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn } from '../support/service/settings.ts';

const service = useService({ worker: {} });
const { importing, preview, queried } = importsOf(service);

function file(name: string): string {
  return `Foo;Bar;Baz;Qux;Quux\n${name};Rye;1;2;bakery\n`;
}

function windows(second: string): string {
  return `reference;name;contact_email;branch_reference;branch_name;branch_address;branch_delivery_window
M;Market;a@b.example;1;Centre;Main Street 1;6-10
M;Market;a@b.example;2;North;Main Street 2;${second}
M;Market;a@b.example;3;South;Main Street 3;10-2
`;
}

describe('what a clerk does with a file', () => {
  it('assigns columns that are named like no field, in each file that is sent with a key', async () => {
    const account = await createAccount(service);
    const unknown = {
      counts: { created: 0, refused: 0, rows: 1 },
      problems: [{ code: 'unknown_columns' }],
      columns: [{ column: 'Foo', letter: 'A', field: null, samples: ['A-1'] }, {}, {}, {}, {}],
    };
    expect(await preview(account, 'products', file('A-1'))).toMatchObject(unknown);
    const map = 'Foo=reference,[B]=name,Baz=weight,Qux=price,Quux=category';
    expect(await importing(account, `products?map=${map}`, file('A-1'))).toMatchObject({ created: 1 });
    expect(await preview(account, 'products', file('A-1'))).toMatchObject(unknown);
  });

  it('sees what changes, the largest jumps first', async () => {
    const account = await createAccount(service);
    await createProduct(account, { reference: 'A-1', name: 'Rye', price: 2, weight: 0.5 });
    await createProduct(account, { reference: 'A-2', name: 'Oat', price: 2, weight: 0.5 });
    const { changes } = await preview(
      account,
      'products',
      'reference;name;price;weight\nA-1;Rye Bread;2.5;0.5\nA-2;Oat;3.5;500\n',
    );
    expect(new Set(changes.slice(0, 2))).toEqual(
      new Set([
        { row: 3, reference: 'A-2', field: 'weight', from: 0.5, to: 500, outcome: 'updated' },
        { row: 3, reference: 'A-2', field: 'price', from: 2, to: 3.5, outcome: 'updated' },
      ]),
    );
    expect(new Set(changes.slice(2))).toEqual(
      new Set([
        { row: 2, reference: 'A-1', field: 'name', from: 'Rye', to: 'Rye Bread', outcome: 'updated' },
        { row: 2, reference: 'A-1', field: 'price', from: 2, to: 2.5, outcome: 'updated' },
      ]),
    );
  });

  it('has weights in the unit of the header, of a column, or of a cell', async () => {
    const account = await createAccount(service);
    const weights = async (file: string) => {
      const { sample } = await preview(account, 'products', file);
      return sample.map(({ weight }) => weight);
    };
    const rest = 'name;price;category';
    expect(await weights(`reference;Weight (g);${rest}\nA;750;x;1;c\nB;1 kg;x;1;c\n`)).toEqual([0.75, 1]);
    expect(await weights(`reference;weight;Weight UOM;${rest}\nA;750;Gram;x;1;c\nB;2;Kg;x;1;c\n`)).toEqual([
      0.75, 2,
    ]);
  });

  it('is asked about dates that no row proves, and about 00012 beside 12', async () => {
    const account = await createAccount(service);
    await createProduct(account, { reference: '12' });
    const dates = await preview(
      account,
      'deliveries',
      'reference;delivery_date;branch;product;quantity\nD;05/11/2099;B;P;1\n',
    );
    expect(dates.problems).toMatchObject([{ option: 'dates', choices: ['dmy', 'mdy'] }]);
    const zeros = 'reference;name;weight;price;category\n00012;Rye;1;1;bakery\n';
    expect((await preview(account, 'products', zeros)).problems).toMatchObject([
      { option: 'lost_zeros', choices: ['keep', 'refuse'] },
    ]);
    expect((await preview(account, 'products?lost_zeros=keep', zeros)).counts).toMatchObject({ created: 1 });
  });

  it('is asked about windows that each clock reads otherwise, once for the file', async () => {
    const account = await createAccount(service);
    const asked = await preview(account, 'supermarkets', windows('9-5'));
    expect(asked.problems).toEqual([
      {
        code: 'ambiguous_hours',
        message:
          '"9-5" in row 3 of "branch_delivery_window" can be 09:00-17:00 (12-hour clock) or 09:00-05:00 (24-hour clock). Choose the clock',
        option: 'hours',
        choices: ['12', '24'],
      },
    ]);
    const read = async (hours: string, window: string) => {
      const { sample, problems } = await preview(account, `supermarkets?hours=${hours}`, windows(window));
      expect(problems).toEqual([]);
      const [{ branches }] = sample as [{ branches: { delivery_window: string }[] }];
      return branches.map(({ delivery_window: each }) => each);
    };
    expect(await read('12', '9-5')).toEqual(['06:00-10:00', '09:00-17:00', '10:00-14:00']);
    expect(await read('24', '8-12am')).toEqual(['06:00-10:00', '08:00-12:00', '10:00-02:00']);
  });

  it('sends a download back as it was, also after a spreadsheet removed zeros', async () => {
    const account = await createSignedIn(service);
    await createProduct(account, { reference: '0012', gtin: '00012348', name: "'=x" });
    await createProduct(account, { reference: '2026-12-10', name: '=1+1' });
    await createSupermarket(account, { reference: '0007', cut_off: { days_before: 2, time: '09:30' } });
    await createSupermarket(account, { reference: '0008' });
    for (const kind of ['products', 'supermarkets']) {
      const whole = await (await download(service, account, `${kind}.csv`)).text();
      const opened = whole.replaceAll(/"0+(\d+(?::\d+)?)"/g, '$1');
      for (const text of [whole, opened]) {
        const { counts } = await preview(account, kind, text);
        expect([kind, counts]).toEqual([
          kind,
          expect.objectContaining({ refused: 0, unchanged: counts.rows }),
        ]);
      }
    }
  });

  it('finds what failed by the name of its file', async () => {
    const account = await createAccount(service);
    await preview(account, 'products?file_name=M%C3%A4rz.csv', PRODUCTS);
    await service.database.pool.query(
      `UPDATE imports SET status = 'failed', started_at = now(), finished_at = now(), error = 'Rows were refused'
       WHERE account_id = $1`,
      [account.id],
    );
    expect(await queried(account, '{ imports { fileName status error } }')).toMatchObject({
      data: { imports: [{ fileName: 'März.csv', status: 'FAILED', error: 'Rows were refused' }] },
    });
  });
});
