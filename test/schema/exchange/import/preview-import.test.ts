import { describe, expect, it } from 'vitest';
import { pruneExpired } from '../../../../src/jobs/prune-expired.ts';
import { countOf } from '../../../support/database/tables.ts';
import { importsOf, PRODUCTS } from '../../../support/records/importing.ts';
import { statementsOf } from '../../../support/database/statements.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { openSession } from '../../../support/service/open-session.ts';
import { useService } from '../../../support/service/service.ts';

const TEN_MIB = 10 * 1_024 ** 2;

const service = useService();
const { preview, queried, send } = importsOf(service);

describe('a name that no record has', () => {
  it.each([
    ['deliveries', 'delivery_date', '2099-12-31'],
    ['standing-orders', 'weekdays;starts_on', 'Monday;2099-11-02'],
  ] as const)('of %s offers the only one that differs by case, accents or spaces', async (kind, days, on) => {
    const account = await createAccount(service);
    await createSupermarket(account, {
      name: 'Café Süd',
      branches: [place('Markt 2'), place('Mitte', 'B-7')],
    });
    await createSupermarket(account, {
      name: 'North',
      branches: [place('Ost'), place('Nord'), place('nord')],
    });
    await createSupermarket(account, { name: 'West', branches: [place('OST')] });
    await createProduct(account, { name: 'Rye Bread', reference: 'RYE-1' });
    const rows = [
      ['cafe sud', 'MARKT  2', 'ryebread'],
      ['CaféSüd', 'markt2', 'rye-1'],
      ['Cafe', 'b-7', 'Rye'],
      ['North', 'ost', 'RYE-1'],
      ['', 'ost', 'RYE-1'],
      ['North', 'NORD', 'RYE-1'],
    ].map((names, at) => `D-${at};${names.join(';')};5;${on}`);
    const file = [`reference;supermarket;branch;product;quantity;${days}`, ...rows].join('\n');
    const { refusals } = await preview(account, kind, file);
    expect(refusals.map(({ row, column, values }) => [row, column, values?.meant])).toEqual([
      [2, 'supermarket', 'Café Süd'],
      [3, 'supermarket', 'Café Süd'],
      [4, 'supermarket', undefined],
      [5, 'branch', 'Ost'],
      [6, 'branch', undefined],
      [7, 'branch', undefined],
    ]);
    expect(refusals[0]).toMatchObject({
      problem: 'near_name',
      message: 'is neither the reference nor the name of a supermarket. Did you mean Café Süd?',
    });
    expect(refusals[2]!.problem).toBe('unknown_name');
  });

  it('is searched for a few times a file, whatever the number of rows', async () => {
    const account = await createAccount(service);
    await createSupermarket(account, { name: 'North', branches: [{ name: 'Ost', address: 'x' }] });
    const rows = Array.from({ length: 2_500 }, (_, at) => `D-${at};North;Ost;none ${at};5;2099-12-31`);
    const file = ['reference;supermarket;branch;product;quantity;delivery_date', ...rows].join('\n');
    const searches = await statementsOf(service.testDatabase.name, () =>
      preview(account, 'deliveries', file),
    );
    expect(searches.filter((sql) => sql.includes('DISTINCT ON (given.text'))).toHaveLength(3);
  });
});

describe('the preview of an import', () => {
  it('counts what would happen, and writes nothing', async () => {
    const account = await createAccount(service);
    const { id, ...shown } = await preview(account, 'products', PRODUCTS);
    expect(id).toBeGreaterThan(0);
    expect(shown).toMatchObject({
      status: 'previewed',
      counts: { created: 2, updated: 0, unchanged: 0, refused: 0, rows: 2 },
      refusals: [],
    });
    expect(shown.columns[2]).toEqual({
      column: 'weight',
      letter: 'C',
      field: 'weight',
      samples: ['0,75', '1,5'],
      remembered: false,
    });
    expect(await countOf(account, 'products')).toBe(0);
    expect(await countOf(account, 'events')).toBe(0);
  });

  it('names the row, column, value and reason of each refusal', async () => {
    const account = await createAccount(service);
    const file = `reference,name,weight,price,category,GTIN
A-1,Rye,abc,3.49,bakery,
A-2,Rye,1,3.499,bakery,5.71E+12
A-3,Rye,1,3,bakery,,,x
,Rye,1,3,bakery,
A-5,,1,3,bakery,
A-5,Rye,1,3,bakery,
`;
    const { counts, refusals } = await preview(account, 'products', file);
    expect(counts).toEqual({ created: 0, updated: 0, unchanged: 0, refused: 6, rows: 6 });
    expect(refusals.map(({ row, column, value }) => [row, column, value])).toEqual([
      [2, 'weight', 'abc'],
      [3, 'GTIN', '5.71E+12'],
      [3, 'price', '3.499'],
      [4, null, null],
      [5, 'reference', null],
      [6, 'name', null],
      [7, 'reference', 'A-5'],
    ]);
    expect(refusals[0]!.message).toBe('must be a number');
  });

  it.each([
    ['products?decimal=x', 'reference\nA', 400, 'decimal'],
    ['products?dates=dym', 'reference\nA', 400, 'dates'],
    ['products?header_row=0', 'reference\nA', 400, 'header_row'],
    ['products?header_row=9', 'reference\nA', 400, 'header_row'],
    ['products?encoding=utf-9', 'reference\nA', 400, 'encoding'],
    ['products?delimiter=ab', 'reference\nA', 400, 'delimiter'],
    ['products?lost_zeros=yes', 'reference\nA', 400, 'lost_zeros'],
    ['supermarkets?hours=13', 'reference\nA', 400, 'hours'],
    ['products', 'a\n"', 400, 'file'],
    ['products', '', 400, 'file'],
    ['products?map=x', 'reference\nA', 400, 'map'],
    ['products?maps=x', 'reference\nA', 400, 'maps'],
    ['products', 'x'.repeat(10 * 1_024 ** 2 + 1), 413, null],
  ])('refuses a file for %s', async (path, file, status, field) => {
    const refused = await send(await createAccount(service), path, file);
    expect(refused.status).toBe(status);
    expect(refused.json).toMatchObject({ status: 'error', error: { field } });
  });

  it.each([
    ['products', 'reference,price\nA-1,1\nA-2,x\n', 'Name, Weight, Category'],
    ['supermarkets', 'reference,name\nM-1,Oak\nM-2,Elm\n', 'Contact email'],
    [
      'supermarkets',
      'reference,name,contact_email,branch_reference,branch_name\nM-1,Oak,a@b.example,B-1,West\n',
      'Branch address',
    ],
    [
      'supermarkets',
      'reference,name,contact_email,branch_name,branch_address\nM-1,Oak,a@b.example,West,Lane 4\n',
      'Branch reference. If each supermarket has one branch, the column of its reference can serve both',
    ],
    ['deliveries', 'reference,delivery_date\nD-1,2099-12-01\n', 'Branch, Product, Quantity'],
  ])('tells once which columns new %s of a file need, and counts nothing: %j', async (kind, file, fields) => {
    const shown = await preview(await createAccount(service), kind, file);
    const message = expect.stringMatching(
      /^No column is assigned to (.+)\. Assign one, such as map=\w+=\w+$/,
    );
    expect(shown).toMatchObject({
      problems: [{ code: 'missing_column', message }],
      refusals: [],
      changes: [],
    });
    expect(JSON.stringify(shown.problems)).toContain(` to ${fields}. Assign one`);
    expect({ ...shown.counts, rows: 0 }).toEqual({
      created: 0,
      updated: 0,
      unchanged: 0,
      refused: 0,
      rows: 0,
      ...(kind === 'deliveries' && { differs: 0, revised: 0 }),
    });
  });

  it('tells a form by what it is, and names the command that sends a file', async () => {
    const account = await createAccount(service);
    const asForm = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const form = `--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n${PRODUCTS}\r\n--x--\r\n`;
    const command = { message: expect.stringContaining('curl --data-binary') };
    // curl --data-binary, curl -F, curl -d
    expect((await send(account, 'products', PRODUCTS, asForm)).status).toBe(201);
    for (const headers of [{ 'Content-Type': 'multipart/form-data; boundary=x' }, asForm])
      expect(await send(account, 'products', form, headers)).toMatchObject({
        status: 415,
        json: { error: { code: 'unsupported_media_type', ...command } },
      });
    expect(await send(account, 'products', PRODUCTS.replaceAll('\n', ''), asForm)).toMatchObject({
      status: 400,
      json: { error: { code: 'validation_error', field: 'file', problem: 'line_breaks_lost', ...command } },
    });
  });

  it('needs the write scope of its kind, and a POST', async () => {
    const account = await createAccount(service);
    const { key } = await account.issue(['products:read', 'deliveries:write']);
    expect((await send({ ...account, key }, 'products', PRODUCTS)).status).toBe(403);
    expect((await send({ ...account, key: 'none' }, 'products', PRODUCTS)).status).toBe(401);
    const asPage = { method: 'POST', headers: { Origin: service.url }, body: PRODUCTS };
    expect((await fetch(`${service.url}/import/products`, asPage)).status).toBe(401);
    expect(
      (await fetch(`${service.url}/import/products`, { headers: { Authorization: `Bearer ${account.key}` } }))
        .status,
    ).toBe(405);
    const { id } = await preview(account, 'products', PRODUCTS);
    const ofOther = await createAccount(service);
    expect(await queried(ofOther, `{ import(id: "${id}") { id } imports { id } }`)).toMatchObject({
      data: { import: null, imports: [] },
    });
    expect(await queried(ofOther, `mutation { startImport(id: "${id}") { id } }`)).toMatchObject({
      errors: [{ extensions: { code: 'not_found' } }],
    });
  });

  it('is started, cancelled and listed with the scopes of its kind', async () => {
    const account = await createAccount(service);
    const { id } = await preview(account, 'products', PRODUCTS);
    const reader = { ...account, ...(await account.issue(['products:read', 'supermarkets:write'])) };
    const other = { ...account, ...(await account.issue(['deliveries:read', 'supermarkets:write'])) };
    for (const mutation of ['startImport', 'cancelImport']) {
      expect(await queried(reader, `mutation { ${mutation}(id: "${id}") { id } }`)).toMatchObject({
        errors: [{ extensions: { code: 'insufficient_scope' } }],
      });
    }
    const listed = `{ import(id: "${id}") { id } imports { id } }`;
    expect((await queried(other, listed)).data).toEqual({ import: null, imports: [] });
    const seen = { import: { id: String(id) }, imports: [{ id: String(id) }] };
    expect((await queried(reader, listed)).data).toEqual(seen);
    expect((await queried(account, `{ import(id: "${id}") { status } }`)).data.import.status).toBe(
      'PREVIEWED',
    );
  });

  it('counts as a change on the page', async () => {
    const account = await createAccount(service);
    const session = await openSession(service, account);
    const headers = await session.proof();
    const response = await fetch(`${service.url}/import/products`, {
      method: 'POST',
      headers,
      body: PRODUCTS,
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('X-RateLimit-Limit')).toBe('2000');
    await service.database.pool.query(
      `UPDATE rate_limits SET points = 120 WHERE key LIKE 'minute:changes:' || $1::text || ':%'`,
      [account.id],
    );
    const refused = await fetch(`${service.url}/import/products`, {
      method: 'POST',
      headers,
      body: PRODUCTS,
    });
    expect(refused.status).toBe(429);
  });

  it('is read without its file', async () => {
    const account = await createAccount(service);
    const { id } = await preview(account, 'products', PRODUCTS);
    const statements = await statementsOf(service.testDatabase.name, async () => {
      await queried(account, `{ import(id: "${id}") { id kind keyName } imports { id columns { field } } }`);
      await queried(account, `mutation { startImport(id: "${id}") { status } }`);
      await queried(account, `mutation { cancelImport(id: "${id}") { status } }`);
    });
    expect(statements.length).toBeGreaterThan(4);
    expect(statements.filter((text) => /\bfile\b|[^/]\*[^/]/.test(text))).toEqual([]);
  });

  it('stores one file under an idempotency key, for seven days', async () => {
    const account = await createAccount(service);
    const headers = { 'Idempotency-Key': 'one' };
    const first = await send(account, 'products', PRODUCTS, headers);
    const again = await send(account, 'products', PRODUCTS, headers);
    expect(again.json).toEqual(first.json);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    await service.database.pool.query(
      `UPDATE imports SET created_at = now() - interval '8 days' WHERE account_id = $1`,
      [account.id],
    );
    await pruneExpired(service.database.pool);
    expect(await countOf(account, 'imports')).toBe(0);
  });

  it('counts also files that are refused', async () => {
    const account = await createAccount(service, 'business');
    for (let sent = 0; sent < 200; sent += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(account, 'products', '')));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 400));
    }
    const refused = await send(account, 'products', PRODUCTS);
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({
      error: { code: 'rate_limited', message: 'The limit of 200 imports per hour is exceeded' },
    });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000);
  });

  it.each([
    ['free', 20, 1, 'The Free plan includes at most 20 imports an hour. Try again later'],
    ['pro', 60, 1, 'The Pro plan includes at most 60 imports an hour. Try again later'],
    ['business', 200, 1, 'The Business plan includes at most 200 imports an hour. Try again later'],
    ['free', 2, TEN_MIB, 'The Free plan stores at most 20 MiB of imported files, each for 7 days'],
    ['pro', 10, TEN_MIB, 'The Pro plan stores at most 100 MiB of imported files, each for 7 days'],
  ] as const)('is refused on the %s plan after %d files of %d bytes', async (plan, files, bytes, message) => {
    const account = await createAccount(service, plan);
    const change = (sql: string, ...values: unknown[]) =>
      service.database.pool.query(sql, [account.id, ...values]);
    await change(
      `INSERT INTO imports (account_id, kind, status, file, sha256, columns, refusals, rows, created, updated,
                            unchanged, refused, total)
       SELECT $1, 'products', 'previewed', convert_to(repeat('x', $3::int), 'UTF8'), sha256('x'), '[]', '[]', 0, 0, 0,
              0, 0, 0
       FROM generate_series(1, $2::int)`,
      files,
      bytes,
    );
    expect((await send(account, 'products', PRODUCTS)).json).toMatchObject({
      error: { code: 'quota_exceeded', message },
    });
    await change('DELETE FROM imports WHERE id IN (SELECT id FROM imports WHERE account_id = $1 LIMIT 1)');
    expect((await send(account, 'products', PRODUCTS)).status).toBe(201);
  });
});

/** Returns a branch with this name. */
function place(name: string, reference?: string) {
  return { name, address: 'x', reference };
}
