import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../../../src/database/connect.ts';
import { runImport } from '../../../../src/schema/exchange/import/run/run-import.ts';
import { request } from '../../../support/http/http.ts';
import { download } from '../../../support/http/download.ts';
import { countOf } from '../../../support/database/tables.ts';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { importsOf, type Preview, PRODUCTS } from '../../../support/records/importing.ts';
import { createDelivery, createProduct, createSupermarket } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { settings } from '../../../support/service/context.ts';
import { openSession } from '../../../support/service/open-session.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/settings.ts';

/** Our ids are only taken from columns that are assigned to them. */
const BY_IDS = 'deliveries?map=supermarket_id=supermarket_id,branch_id=branch_id';

const service = useService({ worker: {} });
const { send, preview, queried, finished, importing } = importsOf(service);

/** Returns a file with one delivery of two lines. */
function fileOf(changed: Record<string, string> = {}): string {
  const row = {
    date: '2099-12-01',
    supermarket: 'S-1',
    branch: 'B-1',
    first: 'A-1,10',
    second: 'A-2,5',
    notes: 'Ring',
    ...changed,
  };
  const shared = `D-1,${row.date},${row.supermarket},${row.branch},${row.notes}`;
  const lines = [row.first, row.second].filter(Boolean).map((line) => `${shared},${line}\n`);
  return `reference,delivery_date,supermarket,branch,notes,product,quantity\n${lines.join('')}`;
}

/** Returns a file with a supermarket of two branches, and the cells of its cut-off. */
const cutOffFile = (...cells: string[]) =>
  `reference,name,contact_email,branch_name,branch_address,branch_reference,Bestellschluss (Tage vorher),Bestellschluss
S-1,Oakfield,buying@oakfield.example,West,4 Mill Lane,B-1,${cells.join()}
S-1,,,East,5 Mill Lane,B-2,,
`;

/** Returns the file of a night with 300 orders, of which one has this quantity. */
function night(quantity: number): string {
  const rows = Array.from(
    { length: 300 },
    (_, at) => `D-${at},2099-12-01,S-1,B-1,A-1,${at === 170 ? quantity : 5}\n`,
  );
  return `reference,delivery_date,supermarket,branch,product,quantity\n${rows.join('')}`;
}

// Each imports several files, one after the other.
describe('an import', { timeout: 180_000 }, () => {
  it('of products creates, changes and leaves them, with their events', async () => {
    const account = await createAccount(service);
    expect(await importing(account, 'products', PRODUCTS)).toMatchObject({
      status: 'SUCCEEDED',
      created: 2,
      done: 2,
      total: 2,
    });
    expect(await importing(account, 'products', PRODUCTS)).toMatchObject({ unchanged: 2, created: 0 });
    expect(await countOf(account, 'events')).toBe(2);
    const changed = await importing(account, 'products', 'reference,price\nA-1,"3,59"\n');
    expect(changed).toMatchObject({ status: 'SUCCEEDED', updated: 1 });
    const { json } = await account.call('GET', '/products?reference=A-1');
    expect(json.data).toMatchObject([{ price: 3.59, weight: 0.75 }]);
  });

  it('remembers for people, not for programs, which fields columns were given', async () => {
    const account = await createAccount(service);
    const headers = await (await openSession(service, account)).proof();
    const byPage = async (query: string, file: string) => {
      const response = await fetch(`${service.url}/import/products?${query}`, {
        method: 'POST',
        headers,
        body: file,
      });
      return ((await response.json()) as { data: Preview }).data;
    };
    const [file, wider] = ['Nr;Art;', 'New;Nr;Art;'].map(
      (start) => `${start}weight;price;category\n${start.replaceAll(/[A-Z]\w*/g, 'A-1')}1;2;c\n`,
    ) as [string, string];
    const missing = { problems: [{ code: 'missing_column' }] };

    // A program's map is its own.
    await send(account, 'products?map=Nr=reference,Art=name', file);
    expect(await byPage('', file)).toMatchObject(missing);
    // What a person assigns is remembered at once, but never against our own names.
    await byPage('map=Nr=reference,Art=name,price=weight,weight=price', file);
    const { id, columns, problems } = await byPage('', wider);
    expect(problems).toEqual([]);
    expect(columns.map(({ field, remembered }) => [field, remembered])).toEqual([
      [null, false],
      ['reference', true],
      ['name', true],
      ['weight', false],
      ['price', false],
      ['category', false],
    ]);
    expect(await preview(account, 'products', file)).toMatchObject(missing);

    // A preview is run as it was shown, whatever was assigned since; a column whose assignment is withdrawn
    // is forgotten.
    await byPage('map=Nr=brand', wider);
    expect((await queried(account, `mutation { startImport(id: "${id}") { id } }`)).errors).toBeUndefined();
    expect(await finished(account, id)).toMatchObject({ status: 'SUCCEEDED' });
    const { rows } = await service.database.pool.query(
      'SELECT reference, brand FROM products WHERE account_id = $1',
      [account.id],
    );
    expect(rows).toEqual([{ reference: 'A-1', brand: null }]);
    await byPage('map=Nr=', wider);
    expect(await byPage('', wider)).toMatchObject(missing);

    await service.database.pool.query(
      `INSERT INTO import_mappings (account_id, kind, header_key, fields, used_at)
       SELECT $1, 'products', lpad(n::text, 64, '0'), '[]', now() - interval '1 day' FROM generate_series(1, 1000) n`,
      [account.id],
    );
    await byPage('map=Nr=reference', file);
    expect(await countOf(account, 'import_mappings')).toBe(1_000);
    expect(await byPage('', file)).toMatchObject({ problems: [] });
  });

  it('is in the audit log, with who started it, unless it changed nothing', async () => {
    const account = await createAccount(service);
    await importing(account, 'products', PRODUCTS);
    await importing(account, 'products', PRODUCTS);
    const { id } = await preview(account, 'products', PRODUCTS.replaceAll('A-', 'B-'));
    const session = await openSession(service, account);
    await request(service.url, 'POST', '//graphql', {
      headers: await session.proof(),
      body: { query: `mutation { startImport(id: "${id}") { id } }` },
    });
    await finished(account, id);
    const { rows } = await service.database.pool.query(
      `SELECT actor, key_name, person_name, by_owner, address, details FROM audit_entries
       WHERE account_id = $1 AND action = 'file.imported' ORDER BY id`,
      [account.id],
    );
    const details = { kind: 'products', created: 2, updated: 0 };
    expect(rows).toMatchObject([
      { actor: 'key', key_name: 'test', by_owner: false, address: '127.0.0.1', details },
      { actor: 'session', person_name: 'Owner', by_owner: true, details: { ...details, import: String(id) } },
    ]);
  });

  it('of a download changes nothing', async () => {
    const account = await createSignedIn(service);
    await createProduct(account, { name: '=1+1', price: 3.49 });
    await createProduct(account, {
      reference: '007',
      gtin: '4006381333931',
      unit: 'case',
      shelf_life_days: 5,
    });
    await createSupermarket(account, { name: 'Oak, "Field"', reference: 'S-1' });
    for (const kind of ['products', 'supermarkets', 'deliveries']) {
      const file = await (await download(service, account, `${kind}.csv`)).text();
      const { counts } = await preview(account, kind, file);
      expect(counts).toMatchObject({ created: 0, updated: 0, refused: 0, unchanged: counts.rows });
    }
  });

  it('of deliveries leaves those that differ as they are, and counts them', async () => {
    const account = await createAccount(service);
    await importing(account, 'products', PRODUCTS);
    const supermarkets = `reference,name,contact_email,branch_reference,branch_name,branch_address
S-1,Oakfield,buying@oakfield.example,B-1,West,4 Mill Lane
S-1,,,B-2,East,5 Mill Lane
S-2,Elmfield,buying@elmfield.example,B-3,North,6 Mill Lane
`;
    await importing(account, 'supermarkets', supermarkets);
    expect(await importing(account, 'deliveries', fileOf())).toMatchObject({ created: 1, differs: 0 });
    const counts = async (text: string) => (await preview(account, 'deliveries', text)).counts;
    for (const [changed, outcome] of [
      [{}, 'unchanged'],
      [{ first: 'A-2,5', second: 'Rye Bread,10' }, 'unchanged'],
      [{ notes: '' }, 'unchanged'],
      [{ branch: 'B-2' }, 'differs'],
      [{ supermarket: 'S-2', branch: 'B-3' }, 'differs'],
      [{ supermarket: 'Nobody' }, 'differs'],
      [{ date: '2099-12-02' }, 'differs'],
      [{ date: '2020-12-02' }, 'differs'],
      [{ first: 'A-1,11' }, 'differs'],
      [{ first: '' }, 'differs'],
      [{ first: 'Unheard of,10' }, 'differs'],
      [{ notes: 'Knock' }, 'differs'],
      [{ date: '2099-02-30' }, 'refused'],
    ] as const) {
      const text = fileOf(changed);
      const all = { created: 0, updated: 0, unchanged: 0, differs: 0, refused: 0 };
      expect([text, await counts(text)]).toEqual([text, expect.objectContaining({ ...all, [outcome]: 1 })]);
    }
    expect(await counts('reference,carrier\nD-1,\n')).toMatchObject({ unchanged: 1 });
    // Renamed and archived goods are those of the delivery all the same.
    await account.database.prisma.product.updateMany({
      where: { accountId: account.id, reference: 'A-1' },
      data: { name: 'Wheat', archivedAt: new Date() },
    });
    expect(await counts(fileOf({ first: 'Rye Bread,10' }))).toMatchObject({ unchanged: 1 });
    const changed = fileOf({ date: '2099-12-02' });
    expect(await importing(account, 'deliveries', changed)).toMatchObject({
      status: 'SUCCEEDED',
      differs: 1,
      created: 0,
      done: 1,
      total: 1,
    });
    const { json } = await account.call('GET', '/deliveries');
    expect(json.data).toMatchObject([{ delivery_date: '2099-12-01', status: 'pending' }]);
  });

  it('of deliveries revises those that are pending and differ, if it shall', async () => {
    const account = await createAccount(service);
    await importing(account, 'products', PRODUCTS);
    const supermarkets = `reference,name,contact_email,branch_reference,branch_name,branch_address
S-1,Oakfield,buying@oakfield.example,B-1,West,4 Mill Lane
S-1,,,B-2,East,5 Mill Lane
S-2,Elmfield,buying@elmfield.example,B-3,North,6 Mill Lane
`;
    await importing(account, 'supermarkets', supermarkets);
    await importing(account, 'deliveries', fileOf());
    const revise = 'deliveries?on_difference=revise';
    const none = { created: 0, updated: 0, unchanged: 0, differs: 0, revised: 0, refused: 0 };
    for (const [changed, outcome, field] of [
      [{}, 'unchanged', null],
      [{ first: 'A-1,11' }, 'revised', 'products'],
      [{ branch: 'B-2' }, 'revised', 'subchain_id'],
      [{ date: '2099-12-02' }, 'revised', 'delivery_date'],
      [{ notes: 'Knock' }, 'revised', 'notes'],
      [{ supermarket: 'S-2', branch: 'B-3' }, 'differs', 'supermarket_id'],
      [{ date: '2020-12-02' }, 'refused', null],
      [{ first: 'Unheard of,10' }, 'refused', null],
    ] as const) {
      const { counts, changes } = await preview(account, revise, fileOf(changed));
      expect([changed, counts]).toEqual([changed, { ...none, [outcome]: 1, rows: counts.rows }]);
      const change = { row: 2, reference: 'D-1', field, outcome };
      const shown = changes.filter((each) => each.field === field);
      expect(shown).toMatchObject(field === null ? [] : [change]);
    }
    const changed = fileOf({ first: 'A-1,11', notes: 'Knock' });
    expect(await importing(account, revise, changed)).toMatchObject({ revised: 1, differs: 0 });
    expect(await importing(account, revise, changed)).toMatchObject({ revised: 0, unchanged: 1 });
    const [now] = (await account.call('GET', '/deliveries?view=full&reference=D-1')).json.data;
    expect(now).toMatchObject({ notes: 'Knock', products: [{ quantity: 11 }, { quantity: 5 }] });
    await account.call('PATCH', `/deliveries/${now.id}`, { body: { status: 'in_transit' } });
    expect(await importing(account, revise, fileOf())).toMatchObject({ revised: 0, differs: 1 });
  });

  it('of 300 orders names the one that changed, and revises it', async () => {
    const account = await createAccount(service);
    await createProduct(account, { reference: 'A-1' });
    const branches = [{ name: 'West', address: '4 Mill Lane', reference: 'B-1' }];
    await createSupermarket(account, { reference: 'S-1', branches });
    await importing(account, 'deliveries', night(5));
    const left = await importing(account, 'deliveries', night(6));
    expect(left).toMatchObject({ unchanged: 299, differs: 1, revised: 0 });
    expect(left.changes).toEqual([
      { row: 172, reference: 'D-170', field: 'products', from: '5 × A-1', to: '6 × A-1', outcome: 'DIFFERS' },
    ]);
    const revised = await importing(account, 'deliveries?on_difference=revise', night(6));
    expect(revised).toMatchObject({ unchanged: 299, differs: 0, revised: 1 });
    expect(revised.changes).toMatchObject([{ reference: 'D-170', outcome: 'REVISED' }]);
  });

  it.each([
    ['deliveries?on_difference=leave', 'not_one_of'],
    ['products?on_difference=revise', 'not_supported'],
  ])('%s is refused on on_difference', async (path, problem) => {
    const { json } = await send(await createAccount(service), path, PRODUCTS);
    expect(json.error).toMatchObject({ code: 'validation_error', field: 'on_difference', problem });
  });

  it('of deliveries uses the number of a cancelled one again, and knows its download', async () => {
    const account = await createSignedIn(service);
    const { id } = await createDelivery(account, { reference: 'D-1' });
    await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'cancelled' } });
    const file = await (await download(service, account, 'deliveries.csv')).text();
    expect((await preview(account, 'deliveries', file)).counts).toMatchObject({ unchanged: 1, refused: 0 });
    const [market] = await account.database.prisma.branch.findMany({ where: { accountId: account.id } });
    const [product] = await account.database.prisma.product.findMany({ where: { accountId: account.id } });
    const again = `reference,delivery_date,supermarket_id,branch_id,product,quantity\nD-1,2099-12-01,${market!.supermarketId},${market!.id},${product!.name},3\n`;
    expect(await importing(account, BY_IDS, again)).toMatchObject({ created: 1, differs: 0 });
    expect(await importing(account, BY_IDS, again)).toMatchObject({ unchanged: 1 });
    const both = await (await download(service, account, 'deliveries.csv')).text();
    expect((await preview(account, 'deliveries', both)).counts).toMatchObject({ unchanged: 2, rows: 2 });
  });

  it('of supermarkets and deliveries groups rows, and finds records by reference or name', async () => {
    const account = await createAccount(service);
    await importing(account, 'products', PRODUCTS);
    const supermarkets = `reference,name,contact_email,branch_reference,branch_name,branch_address,branch_delivery_window
S-1,Oakfield,buying@oakfield.example,B-1,West,4 Mill Lane,22:00-06:00
S-1,,,B-2,East,5 Mill Lane,
`;
    expect(await importing(account, 'supermarkets', supermarkets)).toMatchObject({ created: 1 });
    expect(await importing(account, 'supermarkets', supermarkets)).toMatchObject({ unchanged: 1 });
    const noLength = supermarkets.replace('22:00-06:00', '06:00-06:00');
    expect((await preview(account, 'supermarkets', noLength)).refusals).toMatchObject([
      { row: 2, column: 'branch_delivery_window', value: '06:00-06:00' },
    ]);
    const deliveries = `reference,delivery_date,supermarket,branch,product,quantity
D-1,1.12.2099,S-1,B-1,A-1,10
D-1,1.12.2099,S-1,B-1,Oat Loaf,5
D-2,2.12.2099,Oakfield,East,P-0001,1
`;
    expect(await importing(account, 'deliveries', deliveries)).toMatchObject({ created: 2, total: 2 });
    expect(await importing(account, 'deliveries', deliveries)).toMatchObject({ unchanged: 2, created: 0 });
    const { json } = await account.call('GET', '/deliveries?reference=D-1');
    expect(json.data).toMatchObject([{ total_value: 54.9, status: 'pending' }]);
    const { refusals } = await preview(account, 'deliveries', `${deliveries}D-3,1.12.2099,S-1,B-9,A-9,0\n`);
    expect(refusals.map(({ row, column, value }) => [row, column, value])[0]).toEqual([5, 'branch', 'B-9']);
  });

  it('of supermarkets has two columns for the cut-off, which belong together', async () => {
    const account = await createAccount(service);
    const cutOff = async () =>
      (await account.call('GET', '/supermarkets?view=full')).json.data[0].cut_off as unknown;
    expect(await importing(account, 'supermarkets', cutOffFile('2', '9:30 Uhr'))).toMatchObject({
      created: 1,
    });
    expect(await cutOff()).toEqual({ days_before: 2, time: '09:30' });
    expect(await importing(account, 'supermarkets', cutOffFile('2', '09:30'))).toMatchObject({
      unchanged: 1,
    });
    const { changes } = await preview(account, 'supermarkets', cutOffFile('1', '09:30'));
    expect(changes).toMatchObject([{ field: 'cut_off_days_before', from: 2, to: 1 }]);
    expect(await importing(account, 'supermarkets', cutOffFile('', ''))).toMatchObject({ unchanged: 1 });
    expect(await cutOff()).toEqual({ days_before: 2, time: '09:30' });
    for (const [cells, refusal] of [
      [['1', ''], { column: 'Bestellschluss' }],
      [['15', '09:30'], { column: 'Bestellschluss (Tage vorher)', value: '15' }],
      [['1', '24:00'], { column: 'Bestellschluss', value: '24:00' }],
    ] as const) {
      const { refusals } = await preview(account, 'supermarkets', cutOffFile(...cells));
      expect([cells, refusals]).toMatchObject([cells, [{ row: 2, ...refusal }]]);
    }
  });

  it('writes nothing if a row is refused in the meantime', async () => {
    const account = await createAccount(service);
    const branches = [{ name: 'Centre', address: 'Market 1', reference: 'B-1' }];
    await createSupermarket(account, { reference: 'S-1', branches });
    const [product] = [
      await createProduct(account, { reference: 'A-1' }),
      await createProduct(account, { reference: 'A-2' }),
    ];
    const { id, refusals } = await preview(account, 'deliveries', fileOf());
    expect(refusals).toEqual([]);
    await queried(account, `mutation { archiveProduct(id: "${product.id}") { id } }`);
    await queried(account, `mutation { startImport(id: "${id}") { id } }`);
    expect(await finished(account, id)).toMatchObject({
      status: 'FAILED',
      refused: 1,
      done: 0,
      error: expect.stringMatching(/^Rows were refused/),
      problem: 'rows_refused',
      values: { count: 1 },
    });
    expect(await queried(account, `mutation { startImport(id: "${id}") { id } }`)).toMatchObject({
      errors: [{ extensions: { code: 'invalid_transition' } }],
    });
    expect(await countOf(account, 'deliveries')).toBe(0);
  });

  it('finds a record that another request creates meanwhile, and goes on', async () => {
    const account = await createAccount(service);
    const { id } = await preview(account, 'products', PRODUCTS);
    const insert = `INSERT INTO products (account_id, sequence_number, name, weight, price, category, reference)
                    VALUES ($1, 99, 'Rye Bread', 0.75, 3.49, 'bakery', 'A-1')`;
    const start = async () => {
      await queried(account, `mutation { startImport(id: "${id}") { id } }`);
      return finished(account, id);
    };
    const outcome = await whileLocked(service, { lock: insert, values: [account.id] }, start);
    expect(outcome).toMatchObject({ status: 'SUCCEEDED', created: 1, unchanged: 1 });
  });

  it('that was killed begins again and makes nothing twice; two of an account wait for each other', async () => {
    const account = await createAccount(service);
    const one = await preview(account, 'products', PRODUCTS);
    const two = await preview(account, 'products', PRODUCTS);
    // As a killed process leaves them: running, without a job.
    await service.database.pool.query(
      `UPDATE imports SET status = 'running', started_at = now(), heartbeat_at = now() - interval '1 minute'
       WHERE account_id = $1`,
      [account.id],
    );
    const ends = [await finished(account, one.id), await finished(account, two.id)];
    expect(ends.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect(await countOf(account, 'products')).toBe(2);
    expect(await countOf(account, 'events')).toBe(2);
  });

  it('that is cancelled ends before its next batch', async () => {
    const account = await createAccount(service);
    const rows = Array.from({ length: 501 }, (_, at) => `A-${at},Loaf ${at},1,1,bakery\n`);
    const file = `reference,name,weight,price,category\n${rows.join('')}`;
    const { id } = await preview(account, 'products', file);
    const { pool } = service.database;
    // Far in the future, so that the worker of this file leaves it.
    await pool.query(
      `UPDATE imports SET status = 'running', started_at = now(), heartbeat_at = 'infinity' WHERE account_id = $1`,
      [account.id],
    );
    const insert = `INSERT INTO products (account_id, sequence_number, name, weight, price, category, reference)
                    VALUES ($1, $2, 'Loaf', 1, 1, 'bakery', $3)`;
    const failures: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void failures.push(line) });
    const database = connect(service.testDatabase.url, { max: 2, statementTimeoutMs: 15_000 });
    onTestFinished(() => database.close());
    const host = { database, announce() {}, settings, log, signal: new AbortController().signal };
    // The second batch would wait for this one until its statement fails.
    const holder = await pool.connect();
    onTestFinished(async () => {
      await holder.query('ROLLBACK');
      holder.release();
    });
    await holder.query('BEGIN');
    await holder.query(insert, [account.id, 9_001, 'A-500']);
    const cancel = `UPDATE imports SET status = 'cancelled', finished_at = now() WHERE account_id = $1`;
    await whileLocked(
      service,
      {
        lock: insert,
        values: [account.id, 9_002, 'A-0'],
        change: (client) => client.query(cancel, [account.id]),
      },
      () => runImport(host, { accountId: account.id, id: BigInt(id) }),
    );
    expect(failures).toEqual([]);
    expect(await countOf(account, 'products')).toBe(1);
    expect(await finished(account, id)).toMatchObject({ status: 'CANCELLED', done: 0 });
  });

  it('whose worker stops writes nothing, and goes on in another one', async () => {
    const account = await createAccount(service);
    const { id } = await preview(account, 'products', PRODUCTS);
    const change = (sql: string) =>
      service.database.pool.query(`UPDATE imports SET ${sql} WHERE account_id = $1`, [account.id]);
    // Far in the future, so that the worker of this file leaves it.
    await change(`status = 'running', started_at = now(), heartbeat_at = 'infinity'`);
    const database = connect(service.testDatabase.url, { max: 2 });
    const host = { database, announce() {}, settings, log: pino({ level: 'silent' }) };
    await runImport({ ...host, signal: AbortSignal.abort() }, { accountId: account.id, id: BigInt(id) });
    expect(await countOf(account, 'products')).toBe(0);
    expect(await finished(account, id)).toMatchObject({ status: 'SUCCEEDED', created: 2 });
    await database.close();
  });
});
