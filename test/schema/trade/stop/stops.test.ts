import { type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../../src/graphql/cost.ts';
import { PLAN_LIMITS } from '../../../../src/schema/core/caller/plans.ts';
import { schema } from '../../../../src/schema/index.ts';
import { MAX_STOP_ITEMS } from '../../../../src/schema/trade/stop/stops-on.ts';
import {
  createDelivery,
  createSentDelivery,
  createSupermarket,
  inDays,
} from '../../../support/records/records.ts';
import { statementsOf } from '../../../support/database/statements.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../../../support/service/settings.ts';

const service = useService();

const STOPS = `query($date: Date!) { stops(date: $date) {
  id reference supermarketName branchName address phone deliveryWindow notes status
  lines { name quantity returnedQuantity unit }
} }`;
const CONFIRM = `mutation($id: ID!, $input: ConfirmReceiptInput!) {
  confirmStop(id: $id, input: $input) { status receivedBy lines { returnedQuantity } }
}`;
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(100)]);

/** Creates an account of which a driver is signed in. Its key has all scopes. */
async function createDriver(): Promise<SignedIn> {
  const account = await createSignedIn(service);
  await setRole(account, 'driver');
  return account;
}

/** Returns the time of so many hours ago. */
function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

async function setRole({ id, database }: SignedIn, role: string) {
  await database.pool.query('UPDATE people SET role = $2 WHERE account_id = $1', [id, role]);
}

/** Sends a request of the page. */
function visit({ cookies }: SignedIn, path: string, body?: unknown) {
  const Cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  return fetch(`${service.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Origin: service.url,
      Cookie,
      ...(!Buffer.isBuffer(body) && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  });
}

async function ask(driver: SignedIn, query: string, variables: object = {}) {
  const { data, errors } = (await (await visit(driver, '/graphql', { query, variables })).json()) as {
    // oxlint-disable-next-line typescript/no-explicit-any -- data of every shape
    data: any;
    errors?: { message: string; extensions: { code: string; field: string | null } }[];
  };
  return { data, error: errors?.[0]?.extensions };
}

describe('the stops of a day', () => {
  it('are its deliveries that are not cancelled, without prices, in one statement beside the count of lines and the question for tours', async () => {
    const driver = await createDriver();
    const lines = { delivery_date: inDays(3) };
    const { id, branches } = await createSupermarket(driver);
    const harbour = { ...lines, supermarket_id: id, subchain_id: branches[1].id };
    const atAnyTime = await createDelivery(driver, {
      ...harbour,
      notes: 'Ring at the gate',
      reference: 'DN-7',
    });
    const cancelled = await createDelivery(driver, lines);
    await driver.call('PATCH', `/deliveries/${cancelled.id}`, { body: { status: 'cancelled' } });
    await createDelivery(driver, { delivery_date: inDays(4) });
    await createDelivery(await createSignedIn(service), lines);
    const early = await createDelivery(driver, lines);
    const response = await visit(driver, '/graphql', { query: STOPS, variables: { date: inDays(3) } });
    const text = await response.text();
    const { stops } = JSON.parse(text).data;
    expect(stops).toMatchObject([
      { id: String(atAnyTime.id), reference: 'DN-7', deliveryWindow: null, notes: 'Ring at the gate' },
      { id: String(early.id), deliveryWindow: '06:00-10:00', address: '1 Market Square', status: 'PENDING' },
    ]);
    expect(stops[1].lines).toMatchObject([{ quantity: 10, returnedQuantity: 0, unit: 'PIECE' }]);
    expect(text).not.toMatch(/price|value|total/i);

    const { testDatabase } = service;
    const read = () => statementsOf(testDatabase.name, () => ask(driver, STOPS, { date: inDays(3) }));
    // The first one finds the session.
    expect((await read()).length).toBe(4);
  });

  it('cost what is read: no more lines and lots than a response has', async () => {
    const driver = await createDriver();
    const LOTS = '{ stops(date: "2026-01-01") { lines { name lots { lot } } } }';
    const document = parse(LOTS);
    const operation = document.definitions[0] as OperationDefinitionNode;
    const cost = costOf(schema, document, operation, {}, PLAN_LIMITS.free.quotas);
    expect(cost.points).toBeLessThanOrEqual(5_000);
    expect(cost.objects).toBe(200 + 2 * MAX_STOP_ITEMS);

    const { id, branches } = await createSupermarket(driver);
    const { pool } = driver.database;
    await pool.query(
      `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
       SELECT $1, n, 'Rye', 1, 1, 'bread' FROM generate_series(1, 50) AS n`,
      [driver.id],
    );
    await pool.query(
      `WITH delivery AS (
         INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value, total_weight)
         SELECT $1, $2, $3, '2026-01-01', 100, 100, 1 FROM generate_series(1, 201) RETURNING id
       )
       INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
       SELECT $1, delivery.id, product.id, product.sequence_number, 'Rye', 10, 1, 1 FROM delivery, products product
       WHERE product.account_id = $1 AND product.sequence_number <= 49`,
      [driver.id, id, branches[0].id],
    );
    const read = () => ask(driver, LOTS);
    const readLines = () => ask(driver, '{ stops(date: "2026-01-01") { lines { name } } }');
    // With all of them, the response has 10,000 objects.
    expect((await read()).data.stops).toHaveLength(200);
    const refused = { code: 'validation_error', field: 'date' };
    const [first] = (
      await pool.query('SELECT min(id) AS id FROM deliveries WHERE account_id = $1', [driver.id])
    ).rows;
    await pool.query(
      `INSERT INTO delivery_item_lots (account_id, delivery_id, product_id, lot, quantity)
       SELECT account_id, delivery_id, product_id, 'L', 1 FROM delivery_items
       WHERE account_id = $1 AND delivery_id = $2 + 100 LIMIT 1`,
      [driver.id, first.id],
    );
    expect((await read()).error).toMatchObject(refused);
    expect((await readLines()).data.stops).toHaveLength(200);
    await pool.query('DELETE FROM delivery_item_lots WHERE account_id = $1', [driver.id]);
    await pool.query(
      `INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price, weight)
       SELECT $1, $2, id, 50, 'Rye', 10, 1, 1 FROM products WHERE account_id = $1 AND sequence_number = 50`,
      [driver.id, first.id],
    );
    expect((await read()).error).toMatchObject(refused);
    expect((await readLines()).error).toMatchObject(refused);
    expect((await ask(driver, '{ stops(date: "2026-01-01") { id } }')).data.stops).toHaveLength(200);
    const one = await ask(driver, `{ stop(id: ${first.id}) { lines { lots { lot } } } }`);
    expect(one.data.stop.lines).toHaveLength(50);
  });

  it('name the argument that is wrong, and are none of another account', async () => {
    const driver = await createDriver();
    const theirs = await createSentDelivery(await createSignedIn(service));
    const { error } = await ask(driver, '{ stops(date: "2026-02-30") { id } }');
    expect(error).toMatchObject({ code: 'validation_error' });
    const variables = { id: String(theirs.id) };
    expect((await ask(driver, 'query($id: ID!) { stop(id: $id) { id } }', variables)).data).toEqual({
      stop: null,
    });
    for (const move of ['dispatchStop', 'completeStop']) {
      const moved = await ask(driver, `mutation($id: ID!) { ${move}(id: $id) { id } }`, variables);
      expect(moved.error).toMatchObject({ code: 'not_found' });
    }
    const confirmed = await ask(driver, CONFIRM, { ...variables, input: { receivedBy: 'Ada' } });
    expect(confirmed.error).toMatchObject({ code: 'not_found' });
  });
});

describe('a driver', () => {
  it('dispatches a stop and confirms its receipt with shortages and photos', async () => {
    const driver = await createDriver();
    const { id, products } = await createDelivery(driver);
    const variables = { id: String(id) };
    const dispatched = await ask(
      driver,
      'mutation($id: ID!) { dispatchStop(id: $id) { status } }',
      variables,
    );
    expect(dispatched.data).toEqual({ dispatchStop: { status: 'IN_TRANSIT' } });
    const upload = await visit(driver, `/photos?delivery=${id}`, JPEG);
    const photo = ((await upload.json()) as { data: { id: number } }).data.id;
    const lines = [{ productId: String(products[0].product_id), received: 7, reason: 'damaged' }];
    const input = { receivedBy: 'Ada', lines, signature: [[[0, 0]]], photos: [String(photo)] };
    const { data } = await ask(driver, CONFIRM, { ...variables, input });
    expect(data.confirmStop).toEqual({
      status: 'COMPLETED',
      receivedBy: 'Ada',
      lines: [{ returnedQuantity: 3 }],
    });
    const { rows } = await driver.database.pool.query(
      `SELECT quantity, reason, (SELECT recorded_by FROM receipts WHERE account_id = $1) AS by,
              (SELECT count(*)::int FROM receipt_photos WHERE account_id = $1 AND receipt_id IS NOT NULL) AS photos
       FROM returns WHERE account_id = $1`,
      [driver.id],
    );
    expect(rows).toEqual([{ quantity: 3, reason: 'damaged', by: 'session', photos: 1 }]);
    const again = await ask(driver, 'mutation($id: ID!) { completeStop(id: $id) { status } }', variables);
    expect(again.error).toMatchObject({ code: 'invalid_transition', field: 'status' });
  });

  it('says when a stop was left and reached, because a phone can send it hours later', async () => {
    const driver = await createDriver();
    const { pool } = driver.database;
    const move = (name: string, id: number, at: string) =>
      ask(driver, `mutation($id: ID!, $at: DateTime) { ${name}(id: $id, at: $at) { status } }`, {
        id: String(id),
        at,
      });
    const [one, other, late] = [
      await createDelivery(driver),
      await createDelivery(driver),
      await createDelivery(driver),
    ];
    await pool.query(
      "UPDATE deliveries SET created_at = now() - interval '5 hours' WHERE account_id = $1 AND id <> $2",
      [driver.id, late.id],
    );
    const [left, reached] = [hoursAgo(4), hoursAgo(3)];
    for (const { id } of [one, other]) await move('dispatchStop', id, left);
    await move('completeStop', one.id, reached);
    const confirmed = await ask(driver, CONFIRM, {
      id: String(other.id),
      input: { receivedBy: 'Ada', at: reached },
    });
    expect(confirmed.data.confirmStop.status).toBe('COMPLETED');
    const inFuture = await move('dispatchStop', late.id, hoursAgo(-2));
    expect(inFuture.error).toMatchObject({ code: 'validation_error', field: 'at' });
    // Before it was created, and with a clock that is fast.
    await move('dispatchStop', late.id, left);
    await move('completeStop', late.id, hoursAgo(-0.5));
    const { rows } = await pool.query(
      `SELECT in_transit_at, completed_at, created_at, completed_at <= now() AS "isPast",
              updated_at >= created_at AS "isUpdated"
       FROM deliveries WHERE account_id = $1 ORDER BY id`,
      [driver.id],
    );
    expect(rows[0]).toMatchObject({ in_transit_at: new Date(left), completed_at: new Date(reached) });
    expect(rows[1]).toMatchObject({ in_transit_at: new Date(left) });
    expect(rows[2]).toMatchObject({ in_transit_at: rows[2].created_at, isPast: true, isUpdated: true });
    expect(Date.now() - rows[1].completed_at.getTime()).toBeLessThan(60_000);
  });

  it('gets no photo, file, import, export or other record, from the request after the change of the role', async () => {
    const account = await createSignedIn(service);
    const { id } = await createSentDelivery(account);
    const upload = await visit(account, `/photos?delivery=${id}`, JPEG);
    const photo = ((await upload.json()) as { data: { id: number } }).data.id;
    const files = [
      `/photos/${photo}`,
      '/export/deliveries.csv',
      '/export/products.csv',
      '/export/returns.csv',
    ];
    for (const path of files) expect([path, (await visit(account, path)).status]).toEqual([path, 200]);
    await setRole(account, 'driver');
    for (const path of files) expect([path, (await visit(account, path)).status]).toEqual([path, 403]);
    expect((await visit(account, '/import/products', Buffer.from('name\nBread'))).status).toBe(403);
    for (const query of [
      '{ delivery(id: "1") { totalValue } }',
      '{ deliveries { totalCount } }',
      '{ imports { id } }',
      '{ account { id } }',
      '{ session { account { usage { hour { limit } } } } }',
      'mutation { startImport(id: "1") { id } }',
      'mutation { moveDelivery(id: "1", status: CANCELLED) { id } }',
    ]) {
      expect([query, (await ask(account, query)).error?.code]).toEqual([query, 'insufficient_scope']);
    }
    const node = Buffer.from(`Delivery:${id}`).toString('base64url');
    expect((await ask(account, `{ node(nodeId: "${node}") { nodeId } }`)).error?.code).toBe(
      'insufficient_scope',
    );
    await setRole(account, 'viewer');
    expect((await ask(account, '{ deliveries { totalCount } }')).data.deliveries.totalCount).toBe(1);
    expect((await ask(account, `{ stop(id: "${id}") { id } }`)).error?.code).toBe('insufficient_scope');
  });
});
