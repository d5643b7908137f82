import { describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { importsOf } from '../../../support/records/importing.ts';
import { createDelivery, createProduct, createSupermarket } from '../../../support/records/records.ts';
import { zoneAtNoon } from '../../../support/records/zone-at-noon.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { openSession } from '../../../support/service/open-session.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const { preview } = importsOf(service);

const WARNINGS = `query ($id: ID!) { delivery(id: $id) { warnings { kind date message productId } } }`;
const REVISE = `mutation ($id: ID!, $input: ReviseDeliveryInput!) { reviseDelivery(id: $id, input: $input) { id } }`;
const NEXT = `query ($branchId: ID!, $first: Int) { nextDeliveryDates(branchId: $branchId, first: $first) }`;

/** An account in a zone in which it is noon, so that the day does not end during a test. */
async function shop(cutOff: object | null = null) {
  const timeZone = zoneAtNoon();
  const account = { ...(await createAccount(service)), timeZone };
  await account.database.prisma.account.update({ where: { id: account.id }, data: { timeZone } });
  const supermarket = await createSupermarket(account, { cut_off: cutOff });
  const product = await createProduct(account);
  /** Returns the day so many days after today, where the account is. */
  const day = (days: number) => Temporal.Now.plainDateISO(timeZone).add({ days }).toString();
  const [central, harbour] = supermarket.branches as [{ id: number }, { id: number }];
  const body = (days: number, fields: object = {}) => ({
    supermarket_id: supermarket.id,
    subchain_id: central.id,
    delivery_date: day(days),
    products: [{ product_id: product.id, quantity: 1 }],
    ...fields,
  });
  const input = (days: number) => ({
    supermarketId: String(supermarket.id),
    branchId: String(central.id),
    deliveryDate: day(days),
    products: [{ productId: String(product.id), quantity: 1 }],
  });
  const close = (days: number, reason: string | null = null, branch: number | null = null) =>
    account.database.pool.query(
      `INSERT INTO closed_days (account_id, branch_id, date, reason, source) VALUES ($1, $2, $3, $4, 'typed')`,
      [account.id, branch, day(days), reason],
    );
  return { account, supermarket, product, day, central: central.id, harbour: harbour.id, body, input, close };
}

const refuse = (
  { id, database }: TestAccount,
  data: { refusesClosedDays?: boolean; refusesLateOrders?: boolean },
) => database.prisma.account.update({ where: { id }, data });

const warningsOf = async (account: TestAccount, id: number | string) =>
  (await ask(account, WARNINGS, { id })).delivery.warnings;

/** Cut-offs at noon: one that ends at eleven today has passed, one that ends at three has not. */
const PAST = { days_before: 2, time: '11:00' };
const AHEAD = { days_before: 2, time: '15:00' };

describe('the day of a delivery', () => {
  it('has a warning if it is closed, also when it is closed later, and none when it is opened', async () => {
    const { account, day, body, close, central } = await shop();
    const { id } = await createDelivery(account, body(5));
    expect(await warningsOf(account, id)).toEqual([]);
    await close(5, 'Stocktaking');
    const warning = {
      kind: 'CLOSED_DAY',
      date: day(5),
      message: `${day(5)} is a closed day: Stocktaking`,
      productId: null,
    };
    expect(await warningsOf(account, id)).toEqual([warning]);
    await account.database.pool.query(
      `INSERT INTO closed_days (account_id, branch_id, date, source, is_open) VALUES ($1, $2, $3, 'typed', true)`,
      [account.id, central, day(5)],
    );
    expect(await warningsOf(account, id)).toEqual([]);
  });

  it.each([
    ['the last day before its cut-off has none', AHEAD, 2, []],
    ['a day past its cut-off', PAST, 2, ['AFTER_CUT_OFF']],
    ['the next day has none', PAST, 3, []],
    ['the same day', { days_before: 0, time: '23:59' }, 1, []],
    ['no cut-off has none', null, 1, []],
  ])('has a warning if it was ordered late: %s', async (_name, cutOff, days, kinds) => {
    const { account, body } = await shop(cutOff);
    const { id } = await createDelivery(account, body(days));
    expect((await warningsOf(account, id)).map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
  });

  it('was late or not when it was ordered, whatever the cut-off is later', async () => {
    const { account, supermarket, body, day, product } = await shop(PAST);
    const kindsOf = async (id: string) =>
      (await warningsOf(account, id)).map(({ kind }: { kind: string }) => kind);
    const { id } = await createDelivery(account, body(2));
    await account.call('PATCH', `/supermarkets/${supermarket.id}`, { body: { cut_off: null } });
    expect(await kindsOf(id)).toEqual(['AFTER_CUT_OFF']);
    const revise = async (of: string, input: object) =>
      (await ask(account, REVISE, { id: of, input })).reviseDelivery.id as string;
    expect(await kindsOf(await revise(id, { notes: 'In place' }))).toEqual(['AFTER_CUT_OFF']);
    const second = await revise(id, { deliveryDate: day(4) });
    expect(await kindsOf(second)).toEqual([]);
    await account.call('PATCH', `/supermarkets/${supermarket.id}`, {
      body: { cut_off: { days_before: 5, time: '11:00' } },
    });
    expect(await kindsOf(second)).toEqual([]);
    const third = await revise(second, { products: [{ productId: product.id, quantity: 2 }] });
    expect(await kindsOf(third)).toEqual(['AFTER_CUT_OFF']);
  });

  it('is not refused unless the account says so', async () => {
    const { account, body, close } = await shop(PAST);
    await close(2);
    expectData(await account.call('POST', '/deliveries', { body: body(2) }), 201);
  });
});

describe.each([
  ['closed', { refusesClosedDays: true }, null],
  ['past its cut-off', { refusesLateOrders: true }, PAST],
])('a day that is %s, if the account refuses it', (_name, refused, cutOff) => {
  async function refusing() {
    const made = await shop(cutOff);
    const early = await createDelivery(made.account, made.body(9));
    if (!cutOff) for (const days of [2, 3]) await made.close(days);
    // The next days are closed, which the first possible day never is.
    else await made.close(3);
    await refuse(made.account, refused);
    return { ...made, early, first: made.day(4) };
  }

  it('is refused over REST, alone and in a batch', async () => {
    const { account, body, first } = await refusing();
    const answer = await account.call('POST', '/deliveries', { body: body(2) });
    expectError(answer, 400, 'validation_error', 'delivery_date');
    expect(answer.json.error.message).toContain(`The first possible day is ${first}`);
    const batch = await account.call('POST', '/deliveries/batch', {
      body: { deliveries: [body(2), body(4)] },
    });
    expect(expectData(batch)).toMatchObject([
      { outcome: 'refused', error: { code: 'validation_error', field: 'delivery_date' } },
      { outcome: 'created' },
    ]);
    expect((await account.call('GET', '/deliveries')).json.pagination.total).toBe(2);
    const overridden = await account.call('POST', '/deliveries', { body: { ...body(2), override: true } });
    expectError(overridden, 400, 'validation_error', 'override');
  });

  it('is refused by GraphQL, with the first possible day', async () => {
    const { account, day, early, first } = await refusing();
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: REVISE, variables: { id: early.id, input: { deliveryDate: day(2) } } }),
    });
    const { errors } = (await response.json()) as { errors: [{ extensions: object }] };
    expect(errors[0].extensions).toMatchObject({
      code: 'validation_error',
      field: 'deliveryDate',
      firstPossibleDate: first,
    });
  });

  it('is refused in an import', async () => {
    const { account, day, first } = await refusing();
    const rows = [2, 4].map((days) => `R-${days};Market;Central;${day(days)};Loaf;1`);
    await account.database.prisma.supermarket.updateMany({
      where: { accountId: account.id },
      data: { name: 'Market' },
    });
    await account.database.prisma.product.updateMany({
      where: { accountId: account.id },
      data: { name: 'Loaf' },
    });
    const file = ['reference;supermarket;branch;delivery_date;product;quantity', ...rows, ''].join('\n');
    const { counts, refusals } = await preview(account, 'deliveries', file);
    expect(counts).toMatchObject({ created: 1, refused: 1 });
    expect(refusals).toMatchObject([
      { row: 2, column: 'delivery_date', message: expect.stringContaining(first) },
    ]);
  });

  it('is overridden by owners and members who are signed in, and by nobody else', async () => {
    const { account, input, body } = await refusing();
    const { proof } = await openSession(service, account);
    const create = async (headers: Record<string, string>, mutation: string) => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: mutation, variables: { input: input(2), id: await latest(account) } }),
      });
      const { data, errors } = (await response.json()) as {
        data: unknown;
        errors?: { extensions: { field: string } }[];
      };
      return errors ? errors[0]!.extensions.field : data;
    };
    const mutations = [
      'mutation ($input: CreateDeliveryInput!) { done: createDelivery(input: $input, override: true) { status } }',
      'mutation ($input: CreateDeliveryInput!) { done: createDeliveries(input: [$input], override: true) { outcome } }',
      `mutation ($id: ID!) { done: reviseDelivery(id: $id, input: { deliveryDate: "${input(2).deliveryDate}" }, override: true) { status } }`,
    ];
    const byKey = { Authorization: `Bearer ${account.key}` };
    for (const mutation of mutations) expect(await create(byKey, mutation)).toBe('override');
    for (const role of ['developer', 'viewer', 'member', 'owner']) {
      await account.database.pool.query('UPDATE people SET role = $2 WHERE account_id = $1', [
        account.id,
        role,
      ]);
      // What the role before revised is cancelled.
      await createDelivery(account, body(9));
      const headers = await proofOf(account, proof);
      const results = [];
      for (const mutation of mutations) results.push(await create(headers, mutation));
      const passed = [
        { done: { status: 'PENDING' } },
        { done: [{ outcome: 'CREATED' }] },
        { done: { status: 'PENDING' } },
      ];
      const expected = role === 'member' || role === 'owner' ? passed : [null, null, null];
      expect([role, results]).toEqual([role, expected]);
    }
  });

  it('stays where it is when something else changes', async () => {
    const made = await shop(null);
    const { account, body, close, product, day } = made;
    const { id } = await createDelivery(account, body(5));
    await close(5);
    await refuse(account, { refusesClosedDays: true });
    const { reviseDelivery } = await ask(account, REVISE, {
      id,
      input: { deliveryDate: day(5), products: [{ productId: product.id, quantity: 3 }] },
    });
    expect(
      await refusalOf(account, REVISE, { id: reviseDelivery.id, input: { branchId: made.harbour } }),
    ).toMatchObject({
      field: 'deliveryDate',
    });
  });
});

async function latest({ id, database }: TestAccount): Promise<string> {
  const { rows } = await database.pool.query(
    `SELECT max(id) AS id FROM deliveries WHERE account_id = $1 AND status = 'pending' AND delivery_date > current_date + 6`,
    [id],
  );
  return rows[0].id ?? '0';
}

/** Opens the session of the only person, whatever their role. */
async function proofOf(account: TestAccount, proof: () => Promise<Record<string, string>>) {
  const { rows } = await account.database.pool.query('SELECT role FROM people WHERE account_id = $1', [
    account.id,
  ]);
  await account.database.pool.query(`UPDATE people SET role = 'owner' WHERE account_id = $1`, [account.id]);
  const headers = await proof();
  await account.database.pool.query('UPDATE people SET role = $2 WHERE account_id = $1', [
    account.id,
    rows[0].role,
  ]);
  return headers;
}

describe('the next delivery dates of a branch', () => {
  it('leave out closed days and days past the cut-off, whatever the account refuses', async () => {
    const { account, central, harbour, close, day } = await shop(PAST);
    await close(4);
    await close(5, null, harbour);
    const next = async (branchId: number, first?: number) =>
      (await ask(account, NEXT, { branchId, first })).nextDeliveryDates;
    expect(await next(central, 3)).toEqual([3, 5, 6].map(day));
    expect(await next(harbour, 3)).toEqual([3, 6, 7].map(day));
    expect(await next(central)).toHaveLength(10);
    expect(await next(central, 62)).toHaveLength(62);
  });

  it('begin tomorrow, and are null for a branch that is not there', async () => {
    const { account, central, day } = await shop();
    const other = await shop();
    expect((await ask(account, NEXT, { branchId: central, first: 1 })).nextDeliveryDates).toEqual([day(1)]);
    expect((await ask(account, NEXT, { branchId: other.central })).nextDeliveryDates).toBeNull();
    for (const first of [0, 63]) {
      expect(await refusalOf(account, NEXT, { branchId: central, first })).toMatchObject({
        code: 'validation_error',
        field: 'first',
      });
    }
  });
});

describe('the cut-off of a supermarket', () => {
  it('is set and cleared over REST, and shown in the full view only', async () => {
    const account = await createAccount(service);
    const { id } = await createSupermarket(account, { cut_off: PAST, reference: 'S-1' });
    const read = async (path: string) => (await account.call('GET', path)).json.data;
    expect(await read(`/supermarkets/${id}`)).not.toHaveProperty('cut_off');
    expect((await read(`/supermarkets/${id}?view=full`)).cut_off).toEqual(PAST);
    expect((await read('/supermarkets?view=full'))[0].cut_off).toEqual(PAST);
    const { updateSupermarket } = await ask(
      account,
      'mutation ($id: ID!) { updateSupermarket(id: $id, input: { cutOff: { daysBefore: 0, time: "06:30" } }) { cutOff { daysBefore time } } }',
      { id },
    );
    expect(updateSupermarket.cutOff).toEqual({ daysBefore: 0, time: '06:30' });
    const change = (body: object) => account.call('PATCH', `/supermarkets/${id}?view=full`, { body });
    expect(expectData(await change({ name: 'Other' })).cut_off).toEqual({ days_before: 0, time: '06:30' });
    expect(expectData(await change({ cut_off: null })).cut_off).toBeNull();
    const upsert = async (cutOff: object | null) => {
      const body = { supermarkets: [{ reference: 'S-1', cut_off: cutOff }] };
      return expectData(await account.call('POST', '/supermarkets/upsert', { body }))[0].outcome;
    };
    expect([await upsert(AHEAD), await upsert(AHEAD), await upsert(null)]).toEqual([
      'updated',
      'unchanged',
      'updated',
    ]);
    expect((await read(`/supermarkets/${id}?view=full`)).cut_off).toBeNull();
  });

  it.each([
    [{ days_before: 15, time: '10:00' }, 'cut_off.days_before'],
    [{ days_before: -1, time: '10:00' }, 'cut_off.days_before'],
    [{ days_before: 1.5, time: '10:00' }, 'cut_off.days_before'],
    [{ time: '10:00' }, 'cut_off.days_before'],
    [{ days_before: 1, time: '24:00' }, 'cut_off.time'],
    [{ days_before: 1, time: '9:00' }, 'cut_off.time'],
    [{ days_before: 1 }, 'cut_off.time'],
    [{ days_before: 1, time: '10:00', zone: 'UTC' }, 'cut_off.zone'],
    ['10:00', 'cut_off'],
  ])('refuses %j', async (cutOff, field) => {
    const account = await createAccount(service);
    const body = { name: 'Market', contact_email: 'buying@market.example', cut_off: cutOff };
    expectError(await account.call('POST', '/supermarkets', { body }), 400, 'validation_error', field);
  });
});
