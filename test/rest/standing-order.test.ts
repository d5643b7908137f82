import { describe, expect, it } from 'vitest';
import { expectData, expectError } from '../support/http/expect-answer.ts';
import {
  createProduct,
  createStandingOrder,
  createSupermarket,
  EVERY_DAY,
  inDays,
} from '../support/records/records.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function shop(account: TestAccount) {
  const supermarket = await createSupermarket(account);
  const [bread, rolls] = [await createProduct(account), await createProduct(account)];
  const body = {
    supermarket_id: supermarket.id,
    subchain_id: supermarket.branches[0].id,
    lines: [{ product_id: bread.id, quantity: 10 }],
    weekdays: ['monday', 'thursday'],
    starts_on: '2026-01-05',
  };
  return { supermarket, bread, rolls, body };
}

describe('POST /standing-orders', () => {
  it('returns exactly the fields of a standing order, and its address', async () => {
    const account = await createAccount(service);
    const { supermarket, bread, rolls, body } = await shop(account);
    const answer = await account.call('POST', '/standing-orders', {
      body: {
        ...body,
        lines: [
          { product_id: bread.id, quantity: 10 },
          { product_id: rolls.id, quantity: 40, weekdays: ['thursday'] },
        ],
        every_weeks: 2,
        ends_on: '2100-01-01',
        lead_days: 3,
        generate_at: '05:30',
        paused_from: '2099-01-01',
        paused_until: '2099-01-07',
        shift: 'previous',
        notes: 'Ring',
        order_number: 'PO-1',
        reference: 'SO-1',
      },
    });
    const order = expectData(answer, 201);
    expect(order).toEqual({
      id: expect.any(Number),
      supermarket_id: supermarket.id,
      supermarket_name: supermarket.name,
      subchain_id: supermarket.branches[0].id,
      subchain_name: 'Central',
      lines: [
        { product_id: bread.id, name: bread.name, quantity: 10, weekdays: null },
        { product_id: rolls.id, name: rolls.name, quantity: 40, weekdays: ['thursday'] },
      ],
      weekdays: ['monday', 'thursday'],
      every_weeks: 2,
      starts_on: '2026-01-05',
      ends_on: '2100-01-01',
      lead_days: 3,
      generate_at: '05:30',
      paused_from: '2099-01-01',
      paused_until: '2099-01-07',
      shift: 'previous',
      notes: 'Ring',
      order_number: 'PO-1',
      reference: 'SO-1',
      status: 'active',
      next_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      created_at: expect.stringMatching(/Z$/),
    });
    expect(order.next_date > inDays(0)).toBe(true);
    const path = `/api/v1/standing-orders/${order.id}`;
    expect(answer.headers.get('Location')).toBe(service.url + path);
    expect(expectData(await account.call('GET', `/standing-orders/${order.id}`))).toEqual(order);
  });

  it('has the defaults of what is left out', async () => {
    const account = await createAccount(service);
    const { body } = await shop(account);
    expect(expectData(await account.call('POST', '/standing-orders', { body }), 201)).toMatchObject({
      every_weeks: 1,
      ends_on: null,
      lead_days: 2,
      generate_at: '06:00',
      paused_from: null,
      paused_until: null,
      shift: 'skip',
      notes: null,
      order_number: null,
      reference: null,
    });
  });

  it('names the field that is at fault', async () => {
    const account = await createAccount(service);
    const { bread, rolls, body } = await shop(account);
    const line = body.lines[0]!;
    const ofRolls = { product_id: rolls.id, quantity: 1 };
    const strange = await shop(await createAccount(service));
    const refused: [object, number, string, string][] = [
      [{ lines: [] }, 400, 'validation_error', 'lines'],
      [{ lines: [{ ...line, quantity: 0 }] }, 400, 'validation_error', 'lines[0].quantity'],
      [
        { lines: [{ ...line, weekdays: ['monday', 'sunday'] }, ofRolls] },
        400,
        'validation_error',
        'lines[0].weekdays',
      ],
      [{ lines: [{ ...line, weekdays: ['MONDAY'] }] }, 400, 'validation_error', 'lines[0].weekdays[0]'],
      [{ lines: [line, line] }, 400, 'validation_error', 'lines[1].product_id'],
      [{ lines: [{ ...line, weekdays: ['monday'] }] }, 400, 'validation_error', 'weekdays'],
      [
        { lines: [line, { product_id: strange.bread.id, quantity: 1 }] },
        404,
        'not_found',
        'lines[1].product_id',
      ],
      [{ supermarket_id: strange.supermarket.id }, 404, 'not_found', 'supermarket_id'],
      [{ subchain_id: strange.supermarket.branches[0].id }, 404, 'not_found', 'subchain_id'],
      [{ weekdays: [] }, 400, 'validation_error', 'weekdays'],
      [{ starts_on: null }, 400, 'validation_error', 'starts_on'],
      [{ starts_on: '2026-02-30' }, 400, 'validation_error', 'starts_on'],
      [{ ends_on: '2025-01-01' }, 400, 'validation_error', 'ends_on'],
      [{ every_weeks: 9 }, 400, 'validation_error', 'every_weeks'],
      [{ lead_days: '2' }, 400, 'validation_error', 'lead_days'],
      [{ generate_at: '6:00' }, 400, 'validation_error', 'generate_at'],
      [{ shift: 'SKIP' }, 400, 'validation_error', 'shift'],
      [{ paused_until: '2099-01-01' }, 400, 'validation_error', 'paused_until'],
      [{ status: 'active' }, 400, 'validation_error', 'status'],
      [{ next_date: '2099-01-01' }, 400, 'validation_error', 'next_date'],
      [{ lines: [{ ...line, name: bread.name }] }, 400, 'validation_error', 'lines[0].name'],
    ];
    for (const [change, status, code, field] of refused) {
      const answer = await account.call('POST', '/standing-orders', { body: { ...body, ...change } });
      expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([status, code, field]);
      expect(answer.json.error.message).toMatch(code === 'not_found' ? /^No / : field);
    }
  });

  it('refuses an archived product and branch on their paths', async () => {
    const account = await createAccount(service);
    const { bread, supermarket, body } = await shop(account);
    await account.call('POST', `/products/${bread.id}/archive`);
    const answer = await account.call('POST', '/standing-orders', { body });
    expectError(answer, 400, 'validation_error', 'lines[0].product_id');
    await account.call('POST', `/products/${bread.id}/restore`);
    await account.call('POST', `/supermarkets/${supermarket.id}/archive`);
    expectError(
      await account.call('POST', '/standing-orders', { body }),
      400,
      'validation_error',
      'subchain_id',
    );
  });

  it('creates one order of the same Idempotency-Key', async () => {
    const account = await createAccount(service);
    const { body } = await shop(account);
    const headers = { 'Idempotency-Key': 'once' };
    const first = await account.call('POST', '/standing-orders', { body, headers });
    const again = await account.call('POST', '/standing-orders', { body, headers });
    expect(again.json).toEqual(first.json);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
    expect((await account.call('GET', '/standing-orders')).json.pagination.total).toBe(1);
  });
});

describe('GET /standing-orders', () => {
  it('filters by status, supermarket and reference, newest first', async () => {
    const account = await createAccount(service);
    const active = await createStandingOrder(account, { reference: 'SO-1' });
    const paused = await createStandingOrder(account, { paused_from: '2026-01-06' });
    const ended = await createStandingOrder(account, { ends_on: '2026-02-01' });
    const idsOf = async (query: string) =>
      expectData(await account.call('GET', `/standing-orders${query}`)).map(({ id }: { id: number }) => id);
    expect(await idsOf('')).toEqual([ended.id, paused.id, active.id]);
    expect(await idsOf('?status=active')).toEqual([active.id]);
    expect(await idsOf('?status=paused')).toEqual([paused.id]);
    expect(await idsOf('?status=ended')).toEqual([ended.id]);
    expect(await idsOf('?reference=SO-1')).toEqual([active.id]);
    expect(await idsOf(`?supermarket_id=${paused.supermarket_id}`)).toEqual([paused.id]);
    expect(await idsOf('?supermarket_id=999999')).toEqual([]);
    for (const name of ['status=ACTIVE', 'status=', 'supermarket_id=x', 'branch_id=1', 'per_page=0']) {
      const answer = await account.call('GET', `/standing-orders?${name}`);
      expectError(answer, 400, 'validation_error', name.split('=')[0]);
    }
  });

  it('returns pages with links', async () => {
    const account = await createAccount(service);
    for (let at = 0; at < 3; at++) await createStandingOrder(account);
    const { json, headers } = await account.call('GET', '/standing-orders?per_page=2');
    expect(json.data).toHaveLength(2);
    expect(json.pagination).toEqual({ page: 1, per_page: 2, total: 3, total_pages: 2, has_more: true });
    expect(headers.get('Link')).toContain('/api/v1/standing-orders?per_page=2&page=2>; rel="next"');
  });
});

describe('PATCH /standing-orders/{id}', () => {
  it('changes the given fields, clears by null, and replaces lines as a whole', async () => {
    const account = await createAccount(service);
    const { rolls, body } = await shop(account);
    const created = expectData(
      await account.call('POST', '/standing-orders', { body: { ...body, lead_days: 5, notes: 'Gate' } }),
      201,
    );
    const path = `/standing-orders/${created.id}`;
    const lines = [{ product_id: rolls.id, quantity: 7 }];
    const change = { weekdays: ['friday'], lines, lead_days: null, notes: null, shift: 'next' };
    const changed = expectData(await account.call('PATCH', path, { body: change }));
    expect(changed).toMatchObject({
      weekdays: ['friday'],
      lines: [{ product_id: rolls.id, name: rolls.name, quantity: 7, weekdays: null }],
      lead_days: 2,
      notes: null,
      shift: 'next',
      starts_on: created.starts_on,
    });
    expect(expectData(await account.call('GET', path))).toEqual(changed);
  });

  it('refuses an empty change, and what cannot change', async () => {
    const account = await createAccount(service);
    const order = await createStandingOrder(account);
    const path = `/standing-orders/${order.id}`;
    expectError(await account.call('PATCH', path, { body: {} }), 400, 'validation_error', null);
    for (const name of ['supermarket_id', 'subchain_id', 'status', 'id', 'created_at']) {
      const answer = await account.call('PATCH', path, { body: { [name]: order[name] } });
      expectError(answer, 400, 'validation_error', name);
    }
    const answer = await account.call('PATCH', path, { body: { lines: [{ product_id: 9, quantity: 1 }] } });
    expectError(answer, 404, 'not_found', 'lines[0].product_id');
  });

  it('compares If-Match with the ETag', async () => {
    const account = await createAccount(service);
    const order = await createStandingOrder(account);
    const path = `/standing-orders/${order.id}`;
    const { headers } = await account.call('GET', path);
    const tag = headers.get('ETag')!;
    expect((await account.call('GET', path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    const change = { body: { notes: 'Gate' }, headers: { 'If-Match': tag } };
    expectData(await account.call('PATCH', path, change));
    expectError(await account.call('PATCH', path, change), 412, 'precondition_failed', 'If-Match');
  });
});

describe('POST /standing-orders/{id}/end', () => {
  it('ends an order for good, again with the same answer', async () => {
    const account = await createAccount(service);
    const order = await createStandingOrder(account, { reference: 'SO-1' });
    const path = `/standing-orders/${order.id}`;
    const ended = expectData(await account.call('POST', `${path}/end`, { body: {} }));
    expect(ended).toEqual({ ...order, status: 'ended', next_date: null });
    expect(expectData(await account.call('POST', `${path}/end`))).toEqual(ended);
    const answer = await account.call('PATCH', path, { body: { notes: 'Gate' } });
    expectError(answer, 400, 'invalid_transition', 'status');
    // Its reference is free again.
    await createStandingOrder(account, { reference: 'SO-1' });
  });
});

describe('the dates of a standing order', () => {
  it('are listed from today to 13 days later, or in a window', async () => {
    const account = await createAccount(service);
    const { id, lines } = await createStandingOrder(account);
    const path = `/standing-orders/${id}/occurrences`;
    const dates = expectData(await account.call('GET', path));
    expect(dates.map(({ date }: { date: string }) => date)).toEqual(
      Array.from({ length: 13 }, (_, at) => inDays(at + 1)),
    );
    expect(dates[0]).toEqual({
      date: inDays(1),
      delivery_date: inDays(1),
      status: 'planned',
      reason: null,
      delivery_id: null,
      lines: [{ product_id: lines[0].product_id, name: lines[0].name, quantity: 10 }],
    });
    const window = `?date_from=${inDays(20)}&date_to=${inDays(21)}`;
    const later = expectData(await account.call('GET', path + window));
    expect(later.map(({ date }: { date: string }) => date)).toEqual([inDays(20), inDays(21)]);
    const refused = {
      [`?date_from=${inDays(2)}&date_to=${inDays(1)}`]: 'date_to',
      [`?date_from=${inDays(0)}&date_to=${inDays(62)}`]: 'date_to',
      '?date_from=2026-02-30': 'date_from',
      '?from=2026-02-01': 'from',
      '?page=1': 'page',
    };
    for (const [query, field] of Object.entries(refused))
      expectError(await account.call('GET', path + query), 400, 'validation_error', field);
    expectData(await account.call('GET', `${path}?date_from=${inDays(0)}&date_to=${inDays(61)}`));
  });

  it('are skipped and restored', async () => {
    const account = await createAccount(service);
    const { id, lines } = await createStandingOrder(account);
    const path = `/standing-orders/${id}/occurrences/${inDays(5)}`;
    const line = { product_id: lines[0].product_id, name: lines[0].name, quantity: 10 };
    const skipped = expectData(await account.call('POST', `${path}/skip`));
    expect(skipped).toEqual({
      date: inDays(5),
      delivery_date: null,
      status: 'skipped',
      reason: null,
      delivery_id: null,
      lines: [line],
    });
    expectError(await account.call('POST', `${path}/skip`), 400, 'invalid_transition', 'date');
    const restored = expectData(await account.call('POST', `${path}/restore`, { body: {} }));
    expect(restored).toEqual({ ...skipped, status: 'planned', delivery_date: inDays(5) });
    expectError(await account.call('POST', `${path}/restore`), 400, 'invalid_transition', 'date');
  });

  it.each(['2026-02-30', 'tomorrow', '20991231', '2020-01-01', '%zz', '2026-1-1'])(
    'are not found under %s',
    async (date) => {
      const account = await createAccount(service);
      const { id } = await createStandingOrder(account);
      for (const action of ['skip', 'restore']) {
        const answer = await account.call('POST', `/standing-orders/${id}/occurrences/${date}/${action}`);
        expectError(answer, 404, 'not_found');
      }
    },
  );

  it('are on the days of the order alone', async () => {
    const account = await createAccount(service);
    const tomorrow = EVERY_DAY[(new Date(inDays(1)).getUTCDay() + 6) % 7];
    const { id } = await createStandingOrder(account, { weekdays: [tomorrow] });
    expectError(
      await account.call('POST', `/standing-orders/${id}/occurrences/${inDays(2)}/skip`),
      404,
      'not_found',
    );
    expectData(await account.call('POST', `/standing-orders/${id}/occurrences/${inDays(1)}/skip`));
  });
});

describe('a message about two fields', () => {
  it('names both as REST does', async () => {
    const account = await createAccount(service);
    const { id } = await createStandingOrder(account);
    const order = await account.call('PATCH', `/standing-orders/${id}`, { body: { ends_on: '2020-01-01' } });
    expect(order.json.error.message).toBe('ends_on must not be before starts_on');
    const path = `/standing-orders/${id}/occurrences`;
    const turned = await account.call('GET', `${path}?date_from=${inDays(1)}&date_to=${inDays(0)}`);
    expect(turned.json.error.message).toBe('date_to must not be before date_from');
    const long = await account.call('GET', `${path}?date_from=${inDays(0)}&date_to=${inDays(62)}`);
    expect(long.json.error.message).toBe('date_to must be at most 61 days after date_from');
  });
});

describe('POST /standing-orders/occurrences/restore', () => {
  it('creates the deliveries of dates that passed, and names its own fields in errors', async () => {
    const account = await createAccount(service);
    const { id, lines } = await createStandingOrder(account);
    const line = { product_id: String(lines[0].product_id), quantity: 3 };
    await account.database.pool.query(
      `INSERT INTO occurrences (account_id, standing_order_id, date, status, reason, delivery_date, lines, failed_in)
       SELECT $1, $2, day, 'failed', 'too_late', day, $4, now() FROM unnest($3::date[]) AS day`,
      [account.id, id, [inDays(-2), inDays(-1)], JSON.stringify([line])],
    );
    const path = '/standing-orders/occurrences/restore';
    const body = { date_from: inDays(-7), date_to: inDays(0) };
    expect(expectData(await account.call('POST', path, { body }))).toEqual({ restored: 2 });
    expect(expectData(await account.call('POST', path, { body }))).toEqual({ restored: 0 });
    const window = `?date_from=${inDays(-2)}&date_to=${inDays(-1)}`;
    const dates = expectData(await account.call('GET', `/standing-orders/${id}/occurrences${window}`));
    expect(dates).toMatchObject([{ status: 'created' }, { status: 'created', delivery_date: inDays(-1) }]);
    const refused: [object, string][] = [
      [{ date_from: inDays(0), date_to: inDays(-1) }, 'date_to'],
      [{ date_from: inDays(-62), date_to: inDays(0) }, 'date_to'],
      [{ date_from: '2026-02-30', date_to: inDays(0) }, 'date_from'],
      [{ date_from: inDays(0) }, 'date_to'],
      [{ ...body, from: inDays(0) }, 'from'],
    ];
    for (const [given, field] of refused) {
      expectError(await account.call('POST', path, { body: given }), 400, 'validation_error', field);
    }
  });
});

describe('other methods and paths', () => {
  it('are refused with what would work', async () => {
    const account = await createAccount(service);
    const { id } = await createStandingOrder(account);
    const answer = await account.call('DELETE', `/standing-orders/${id}`);
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, PATCH');
    expect(answer.json.error.message).toContain('/end');
    expectError(await account.call('GET', `/standing-orders/${id}/nothing`), 404, 'not_found');
  });
});
