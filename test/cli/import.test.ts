import { utils, write } from '@e965/xlsx';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDelivery, createProduct, createSupermarket } from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useCommands } from '../support/process/commands.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'opens connections of its own' });
const provender = useCommands(() => ({ DATABASE_URL: service.testDatabase.url }));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import '));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(account: TestAccount, kind: string, text: string | Uint8Array, ...options: string[]) {
  const file = join(folder, 'file.csv');
  await writeFile(file, text);
  return provender('import', kind, file, '--account', account.email, ...options);
}

const FILE = 'Nr;Name;Weight (kg);Price;Category\nA-1;Rye Bread;0,75;3,49;bakery\n';

it('imports a file, all of it or nothing', async () => {
  const account = await createAccount(service);
  const map = ['--map', 'Nr=reference'];
  const tried = await run(account, 'products', FILE, ...map, '--dry-run', '--json');
  expect(tried).toMatchObject({ code: 0, stderr: '' });
  const counts = {
    created: 1,
    updated: 0,
    unchanged: 0,
    refused: 0,
    rows: 1,
    refusals: [],
    changes: [],
    problems: [],
  };
  expect(JSON.parse(tried.stdout)).toEqual(counts);

  const refused = await run(account, 'products', `${FILE}A-2;Oat Loaf;1;x;bakery\n`, ...map, '--json');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was written') });
  expect(JSON.parse(refused.stdout)).toEqual({
    ...counts,
    refused: 1,
    rows: 2,
    refusals: [
      {
        row: 3,
        column: 'Price',
        value: 'x',
        message: 'must be a number',
        problem: 'wrong_type',
        values: { expected: 'number' },
      },
    ],
  });

  const done = await run(account, 'products', FILE, ...map, '--json');
  expect(JSON.parse(done.stdout)).toEqual(counts);
  const again = await run(account, 'products', FILE, ...map);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^created +0$/m) });
  expect(again.stdout).toMatch(/^unchanged +1$/m);
});

/** Two sheets, each with a title and a list. */
const BOOK = write(
  {
    SheetNames: ['2025', '2026'],
    Sheets: Object.fromEntries(
      ['2025', '2026'].map((year) => [
        year,
        utils.aoa_to_sheet([
          ['reference', 'name', 'weight', 'price', 'category'],
          [`A-${year}`, 'Rye', 1, 1, 'bakery'],
          ['Number', 'Title', 'Kilos', 'Euros', 'Kind'],
          [`B-${year}`, 'Oat', 1, 1, 'bakery'],
        ]),
      ]),
    ),
  },
  { bookType: 'xlsx', type: 'buffer' },
) as Buffer;
const PRODUCTS = 'reference;name;weight;price;category\n';
const POLISH = Buffer.from(`${PRODUCTS}A-1;\u00AFur;1;1;zupy\n`, 'latin1');

it.each<[flags: string[], file: string | Uint8Array, without: RegExp, products: object[]]>([
  [['--sheet', '2026', '--header-row', '1'], BOOK, /refused +1$/m, []],
  [
    [
      '--sheet',
      '2026',
      '--header-row',
      '3',
      '--map',
      'Number=reference,Title=name,Kilos=weight,Euros=price,Kind=category',
    ],
    BOOK,
    /refused +1$/m,
    [{ reference: 'B-2026' }],
  ],
  [
    ['--delimiter', '^'],
    `${PRODUCTS}A-1;Rye;1;1;bakery\n`.replaceAll(';', '^'),
    /The file has one column/,
    [{ reference: 'A-1' }],
  ],
  [
    ['--delimiter', 'tab'],
    `${PRODUCTS}A-1;R,y|e;1;1;bakery\n`.replaceAll(';', '\t'),
    /created +1$/m,
    [{ name: 'R,y|e' }],
  ],
  [['--encoding', 'windows-1250'], POLISH, /created +0$/m, [{ name: 'Żur' }]],
  [['--decimal', ','], `${PRODUCTS}A-1;Rye;1;1.000;bakery\n`, /--decimal \.\|,/, [{ price: 1000 }]],
  [['--decimal', '.'], `${PRODUCTS}A-1;Rye;1;1,000;bakery\n`, /--decimal \.\|,/, [{ price: 1000 }]],
  [
    ['--lost-zeros', 'keep'],
    `${PRODUCTS}12;Rye;1;1;c\n012;Oat;1;1;c\n`,
    /--lost-zeros keep\|refuse/,
    [{ reference: '12' }, { reference: '012' }],
  ],
  [['--lost-zeros', 'refuse'], `${PRODUCTS}12;Rye;1;1;c\n012;Oat;1;1;c\n`, /--lost-zeros keep\|refuse/, []],
])('reads a file as %j say', async (flags, file, without, products) => {
  const account = await createAccount(service);
  expect((await run(account, 'products', file, '--dry-run')).stdout).toMatch(without);
  const { code, stdout } = await run(account, 'products', file, ...flags, '--json');
  const { created, refused } = JSON.parse(stdout);
  expect({ code, created: refused > 0 ? 0 : created }).toEqual({
    code: products.length > 0 ? 0 : 1,
    created: products.length,
  });
  const { rows } = await service.database.pool.query(
    'SELECT reference, name, price::float8 FROM products WHERE account_id = $1 ORDER BY id',
    [account.id],
  );
  expect(rows).toMatchObject(products);
  expect(rows).toHaveLength(products.length);
});

it('reads dates in the order that --dates says', async () => {
  const account = await createAccount(service);
  await createProduct(account, { reference: 'A-1' });
  await createSupermarket(account, { branches: [{ name: 'Mitte', address: 'Street 1', reference: 'B-1' }] });
  const file = `reference;delivery_date;branch;product;quantity\nD-1;05/11/2099;B-1;A-1;1\n`;
  const asked = await run(account, 'deliveries', file);
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was written') });
  expect(asked.stdout).toContain('(--dates dmy|mdy)');
  expect(await run(account, 'deliveries', file, '--dates', 'mdy')).toMatchObject({ code: 0 });
  const { rows } = await service.database.pool.query(
    'SELECT delivery_date::text FROM deliveries WHERE account_id = $1',
    [account.id],
  );
  expect(rows).toEqual([{ delivery_date: '2099-05-11' }]);
});

it('reads files by --map and names alone, whatever was assigned before', async () => {
  const account = await createAccount(service);
  const [first, second] = ['A-1', 'A-2'].map(
    (reference) => `Foo;Bar;Baz;Qux;Quux\n${reference};Rye;1;2;bakery\n`,
  ) as [string, string];
  const map = ['--map', 'Foo=reference,[B]=name,Baz=weight,Qux=price,Quux=category'];
  expect((await run(account, 'products', first, ...map)).stdout).toMatch(/^created +1$/m);
  expect(await run(account, 'products', second)).toMatchObject({ code: 1 });
  const { rows } = await service.database.pool.query('SELECT FROM import_mappings WHERE account_id = $1', [
    account.id,
  ]);
  expect(rows).toEqual([]);
});

it.each([
  [['--sheet', 'None'], 'sheet'],
  [['--header-row', 'x'], 'header_row'],
  [['--delimiter', ';;'], 'delimiter'],
  [['--encoding', 'klingon'], 'encoding'],
  [['--decimal', ';'], 'decimal'],
  [['--dates', 'dym'], 'dates'],
  [['--lost-zeros', 'maybe'], 'lost_zeros'],
  [['--hours', '13'], 'hours'],
  [['--map', 'x'], 'map'],
  [['--on-difference', 'revise'], 'on_difference'],
])('refuses %j and names the option', async (flags, name) => {
  const account = await createAccount(service);
  const file = name === 'sheet' ? BOOK : FILE;
  const { code, stdout, stderr } = await run(account, 'products', file, ...flags);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(name) });
});

it('names deliveries that differ and ends with 3, or revises them', async () => {
  const account = await createAccount(service);
  const { id, delivery_date } = await createDelivery(account, { reference: 'D-1' });
  const other = (Number(delivery_date.slice(0, 4)) + 1).toString() + delivery_date.slice(4);
  const outcome = await run(account, 'deliveries', `reference,delivery_date\nD-1,${other}\n`, '--json');
  const change = { row: 2, reference: 'D-1', field: 'delivery_date', from: delivery_date, to: other };
  const counts = {
    created: 0,
    updated: 0,
    unchanged: 0,
    differs: 1,
    revised: 0,
    refused: 0,
    rows: 1,
    refusals: [],
    problems: [],
    changes: [{ ...change, outcome: 'differs' }],
  };
  expect(outcome.code).toBe(3);
  expect(JSON.parse(outcome.stdout)).toEqual(counts);
  expect(outcome.stderr).toBe(
    `row 2, D-1: delivery_date is '${delivery_date}', in the file '${other}'
1 delivery differs from the file and stays as stored. To revise those that are pending: --on-difference revise
`,
  );
  const { json } = await account.call('GET', `/deliveries/${id}`);
  expect(json.data).toMatchObject({ delivery_date, status: 'pending' });

  const revising = ['--on-difference', 'revise', '--json'];
  const revised = { ...counts, differs: 0, revised: 1, changes: [{ ...change, outcome: 'revised' }] };
  for (const flags of [['--dry-run', ...revising], revising]) {
    const done = await run(account, 'deliveries', `reference,delivery_date\nD-1,${other}\n`, ...flags);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(done.stdout)).toEqual(revised);
  }
  expect((await account.call('GET', '/deliveries?reference=D-1')).json.data).toMatchObject([
    { delivery_date: other },
  ]);
});

it('writes out what would act on a terminal, as text and as JSON', async () => {
  const account = await createAccount(service);
  const evil = '\u001b]2x\u0007\u009b31m\u202eabc\u2066\u2028\u007f';
  await service.database.pool.query('UPDATE accounts SET name = $2 WHERE id = $1', [account.id, `A${evil}`]);
  const file = `Reference;Name;Weight;Price;Category\nA-1;"Rye";1;"x${evil}\r\ncreated  9";${evil}bakery\n`;
  const outputs = [];
  for (const flags of [['--dry-run'], ['--dry-run', '--json']]) {
    outputs.push(await run(account, 'products', file, ...flags));
  }
  for (const flags of [[], ['--json']]) {
    outputs.push(await provender('account', 'list', ...flags));
    outputs.push(
      await provender('account', 'set-plan', '--email', `${evil}@b.example`, '--plan', 'free', ...flags),
    );
  }
  for (const { stdout, stderr } of outputs) {
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e\u2066]/);
    expect(stdout).not.toMatch(/^created  9/m);
  }
  const [asText, asJson, list, , listed] = outputs;
  expect(asText!.stdout).toContain(String.raw`\u{1b}]2x\u{7}\u{9b}31m\u{202e}abc`);
  expect(JSON.parse(asJson!.stdout).refusals[0].value).toContain('\u009b31m\u202eabc');
  expect(list!.stdout).toContain(String.raw`A\u{1b}]2x`);
  expect(JSON.parse(listed!.stdout).at(-1).name).toBe(`A${evil}`);
});

it.each([
  [['colours', 'file.csv', '--account', 'a@b.example'], 2],
  [['products', '--account', 'a@b.example'], 2],
  [['products', '/no/such/file', '--account', 'a@b.example'], 1],
])('refuses %j', async (args, code) => {
  expect(await provender('--json', 'import', ...args)).toMatchObject({ code, stdout: '' });
});
