import { FairQueue, ShareError } from '@provender/fair-pool/fair-queue';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MAX_LISTED_CLOSED_DAYS } from '../../../../src/schema/catalogue/limits.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { openSession } from '../../../support/service/open-session.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, createVisitor } from '../../../support/service/visitor.ts';

const service = useService();

const LIST = `query ($from: Date!, $to: Date!, $branchId: ID, $opened: Boolean) {
  closedDays(from: $from, to: $to, branchId: $branchId, includeOpened: $opened) {
    date reason source open branch { id name }
  }
}`;
const SET = `mutation ($branchId: ID, $days: [ClosedDayInput!]!, $from: Date, $until: Date) {
  setClosedDays(branchId: $branchId, days: $days, from: $from, until: $until) { date reason source open branch { id } }
}`;
const IMPORT = `mutation ($branchId: ID, $ics: String!, $dryRun: Boolean) {
  importClosedDays(branchId: $branchId, ics: $ics, dryRun: $dryRun) {
    added unchanged keptOpen ignored days { date reason source }
  }
}`;
const HOLIDAYS = `mutation ($code: String) { updateAccount(input: { publicHolidays: $code }) { publicHolidays } }`;

async function shop() {
  const account = await createAccount(service);
  const [central, harbour] = (await createSupermarket(account)).branches as { id: number }[];
  const list = async (branchId?: number, opened = false, from = inDays(0), to = inDays(399)) =>
    (await ask(account, LIST, { from, to, branchId, opened })).closedDays as Listed[];
  const set = async (days: object[], branchId?: number, until?: string, from?: string) =>
    (await ask(account, SET, { days, branchId, from, until })).setClosedDays as Listed[];
  return { account, central: central!.id, harbour: harbour!.id, list, set };
}

interface Listed {
  date: string;
  reason: string | null;
  source: string;
  open: boolean;
  branch: { id: string } | null;
}

const holidaysOf = ({ id, database }: TestAccount, publicHolidays: string | null) =>
  database.prisma.account.update({ where: { id }, data: { publicHolidays } });

const dates = (days: Listed[]) => days.map(({ date }) => date);

function ics(...dates: string[]): string {
  const events = dates.map(
    (date) =>
      `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${date.replaceAll('-', '')}\r\nSUMMARY:Off ${date}\r\nEND:VEVENT\r\n`,
  );
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;
}

describe('closedBranches', () => {
  const CLOSED = `query ($date: Date!, $ids: [ID!]!) {
    closedBranches(date: $date, branchIds: $ids) { branchId reason }
  }`;

  it('says which branches are closed on a day, by the lists of each and of the account', async () => {
    const { account, set, central, harbour } = await shop();
    const other = await shop();
    const closed = async (date: string, ...ids: number[]) =>
      (await ask(account, CLOSED, { date, ids })).closedBranches;
    await set([{ date: inDays(4), reason: 'Stocktaking' }], harbour);
    await set([{ date: inDays(5) }]);
    await set([{ date: inDays(5), open: true }], central);
    await other.set([{ date: inDays(4) }], other.central);
    const all = [central, harbour, harbour, other.central];
    expect(await closed(inDays(4), ...all)).toEqual([{ branchId: String(harbour), reason: 'Stocktaking' }]);
    expect(await closed(inDays(5), ...all)).toEqual([{ branchId: String(harbour), reason: null }]);
    expect(await closed(inDays(6), ...all)).toEqual([]);
    expect(await closed(inDays(4))).toEqual([]);
    const refused = (ids: string[]) => refusalOf(account, CLOSED, { date: inDays(4), ids });
    expect(await refused(Array.from({ length: 201 }, () => '1'))).toMatchObject({
      field: 'branchIds',
      problem: 'too_many',
    });
  });
});

describe('the list of closed days', () => {
  it('shows of a branch what each place selects, also where places share a fragment', async () => {
    const { account, set, central } = await shop();
    await set([{ date: inDays(4) }], central);
    const query = `fragment Of on ClosedDay { branch { name } }
      query ($from: Date!, $to: Date!, $id: ID) {
        some: closedDays(from: $from, to: $to, branchId: $id) { ...Of }
        others: closedDays(from: $from, to: $to, branchId: $id) { ...Of branch { address } }
      }`;
    const { some, others } = await ask(account, query, { from: inDays(0), to: inDays(9), id: central });
    expect(some).toEqual([{ branch: { name: expect.any(String) } }]);
    expect(others).toEqual([{ branch: { name: some[0].branch.name, address: expect.any(String) } }]);
  });

  it('replaces the days of its window, and no others', async () => {
    const { list, set, central } = await shop();
    await set([{ date: inDays(3), reason: ' Stocktaking ' }, { date: inDays(20) }]);
    await set([{ date: inDays(4), reason: 'Branch' }], central);
    expect(await set([{ date: inDays(5) }], undefined, inDays(10))).toEqual([
      { date: inDays(5), reason: null, source: 'TYPED', open: false, branch: null },
    ]);
    expect(dates(await list())).toEqual([inDays(5), inDays(20)]);
    expect(dates(await list(central))).toEqual([inDays(4), inDays(5), inDays(20)]);
    expect(await set([])).toEqual([]);
    expect(dates(await list(central))).toEqual([inDays(4)]);
  });

  it('sets and removes one day by itself, however many others do the same', async () => {
    const { list, set } = await shop();
    const days = Array.from({ length: 20 }, (_, at) => inDays(at + 1));
    await Promise.all(days.map((date) => set([{ date }], undefined, date, date)));
    expect(dates(await list())).toEqual(days);
    const [first, second, ...others] = days as [string, string, ...string[]];
    await Promise.all([first, second].map((date) => set([], undefined, date, date)));
    expect(dates(await list())).toEqual(others);
    await set([{ date: inDays(30) }], undefined, undefined, inDays(10));
    expect(dates(await list())).toEqual([...days.slice(2, 9), inDays(30)]);
  });

  it('keeps days in the past and the source of days that stay', async () => {
    const { account, list, set } = await shop();
    await account.database.pool.query(
      `INSERT INTO closed_days (account_id, date, reason, source) VALUES ($1, $2, 'Past', 'typed')`,
      [account.id, inDays(-1)],
    );
    await ask(account, IMPORT, { ics: ics(inDays(7), inDays(8)) });
    await set([
      { date: inDays(0) },
      { date: inDays(7), reason: `Off ${inDays(7)}` },
      { date: inDays(8), reason: 'Another' },
    ]);
    const listed = await list(undefined, false, inDays(-2), inDays(30));
    expect(listed.map(({ date, source }) => [date, source])).toEqual([
      [inDays(-1), 'TYPED'],
      [inDays(0), 'TYPED'],
      [inDays(7), 'FILE'],
      [inDays(8), 'TYPED'],
    ]);
  });

  it('has public holidays, which it can open but not replace', async () => {
    const { account, list, set, central, harbour } = await shop();
    await holidaysOf(account, 'DE');
    const year = new Date().getUTCFullYear() + 1;
    const [eve, christmas, boxing] = [24, 25, 26].map((day) => `${year}-12-${day}`) as [
      string,
      string,
      string,
    ];
    const around = (branchId?: number, opened?: boolean) => list(branchId, opened, eve, boxing);
    expect((await around()).map(({ date, source, reason }) => [date, source, reason])).toEqual([
      [christmas, 'HOLIDAY', '1. Weihnachtstag'],
      [boxing, 'HOLIDAY', '2. Weihnachtstag'],
    ]);
    await set([]);
    expect(dates(await around())).toEqual([christmas, boxing]);
    await set([
      { date: eve, reason: 'Eve' },
      { date: boxing, open: true },
    ]);
    await set(
      [
        { date: eve, open: true },
        { date: boxing, reason: 'Rest' },
      ],
      harbour,
    );
    expect(dates(await around(central))).toEqual([eve, christmas]);
    expect(dates(await around(harbour))).toEqual([christmas, boxing]);
    const opened = (await around(harbour, true)).map(({ date, open }) => [date, open]);
    expect(opened).toEqual([
      [eve, true],
      [christmas, false],
      [boxing, false],
    ]);
    await holidaysOf(account, null);
    expect(dates(await around())).toEqual([eve]);
  });

  it('takes the days of a calendar file that it does not have', async () => {
    const { account, list, set, central } = await shop();
    await set([{ date: inDays(7), open: true }], central);
    const file = ics(inDays(7), inDays(8), inDays(8), inDays(-3));
    const added = {
      added: 1,
      unchanged: 0,
      keptOpen: 1,
      ignored: 0,
      days: [{ date: inDays(8), reason: `Off ${inDays(8)}`, source: 'FILE' }],
    };
    const variables = { ics: file, branchId: central };
    expect((await ask(account, IMPORT, { ...variables, dryRun: true })).importClosedDays).toEqual(added);
    expect(dates(await list(central))).toEqual([]);
    expect((await ask(account, IMPORT, variables)).importClosedDays).toEqual(added);
    expect((await ask(account, IMPORT, variables)).importClosedDays).toMatchObject({
      added: 0,
      unchanged: 1,
      keptOpen: 1,
    });
    expect(dates(await list(central))).toEqual([inDays(8)]);
    expect(dates(await list(central, true))).toEqual([inDays(7), inDays(8)]);
  });

  it('says when to send a calendar again that waited for those of others', async () => {
    const { account } = await shop();
    const { enter } = FairQueue.prototype;
    const entered = vi.spyOn(FairQueue.prototype, 'enter').mockImplementation(function (
      this: FairQueue,
      subject,
    ) {
      return this.name === 'calendars read'
        ? Promise.reject(new ShareError('busy'))
        : enter.call(this, subject);
    });
    onTestFinished(() => entered.mockRestore());
    const body = { query: IMPORT, variables: { ics: ics(inDays(7)) } };
    const { status, headers, json } = await account.call('POST', '//graphql', { body });
    expect([status, headers.get('Retry-After')]).toEqual([200, '4']);
    expect(json.errors[0].extensions).toMatchObject({ code: 'service_unavailable', problem: 'imports_busy' });
  });

  it('refuses what is wrong, and names the field', async () => {
    const { account, central } = await shop();
    const theirs = await shop();
    const refused = async (query: string, variables: object) => {
      const refusal = await refusalOf(account, query, variables as Record<string, unknown>);
      return `${refusal?.code} ${refusal?.field}`;
    };
    const day = { date: inDays(3) };
    const cases: [string, string, object][] = [
      ['validation_error days[1].date', SET, { days: [day, { date: inDays(-1) }] }],
      ['validation_error days[0].date', SET, { days: [{ date: '2026-02-30' }] }],
      ['validation_error days[0].date', SET, { days: [{ date: inDays(11) }], until: inDays(10) }],
      ['validation_error days[1].date', SET, { days: [day, day] }],
      ['validation_error days[0].reason', SET, { days: [{ ...day, reason: 'x'.repeat(201) }] }],
      ['validation_error days[0].reason', SET, { days: [{ ...day, reason: ' ' }] }],
      [
        'validation_error days',
        SET,
        { days: Array.from({ length: 1_001 }, (_, at) => ({ date: inDays(at) })) },
      ],
      ['validation_error until', SET, { days: [], until: inDays(-1) }],
      ['validation_error until', SET, { days: [], until: 'soon' }],
      ['validation_error from', SET, { days: [], from: inDays(-1) }],
      ['validation_error until', SET, { days: [], from: inDays(5), until: inDays(4) }],
      ['validation_error days[0].date', SET, { days: [day], from: inDays(4) }],
      ['not_found branchId', SET, { days: [], branchId: theirs.central }],
      ['not_found branchId', SET, { days: [], branchId: 'abc' }],
      ['validation_error ics', IMPORT, { ics: 'hello', branchId: central }],
      ['not_found branchId', IMPORT, { ics: ics(inDays(1)), branchId: theirs.central }],
      ['validation_error to', LIST, { from: inDays(1), to: inDays(0) }],
      ['validation_error to', LIST, { from: inDays(0), to: inDays(400) }],
      ['validation_error from', LIST, { from: 'soon', to: inDays(1) }],
      ['not_found branchId', LIST, { from: inDays(0), to: inDays(1), branchId: theirs.central }],
    ];
    for (const [expected, query, variables] of cases) {
      expect([JSON.stringify(variables).slice(0, 60), await refused(query, variables)]).toEqual([
        JSON.stringify(variables).slice(0, 60),
        expected,
      ]);
    }
    expect(await ask(account, LIST, { from: inDays(0), to: inDays(399) })).toEqual({ closedDays: [] });
  });

  it('has a limit, beyond which nothing is written', async () => {
    const { account, set } = await shop();
    await account.database.pool.query(
      `INSERT INTO closed_days (account_id, date, source)
       SELECT $1, current_date + 10 + n, 'typed' FROM generate_series(1, $2::int) AS n`,
      [account.id, MAX_LISTED_CLOSED_DAYS],
    );
    const days = [{ date: inDays(3) }];
    expect(await refusalOf(account, SET, { days, until: inDays(5) })).toMatchObject({ field: 'days' });
    expect(await refusalOf(account, IMPORT, { ics: ics(inDays(3)) })).toMatchObject({ field: 'ics' });
    expect(await set([...days, { date: inDays(11) }], undefined, inDays(12))).toHaveLength(2);
  });

  it('is whole when it is set twice at the same moment', async () => {
    const { list, set } = await shop();
    for (let round = 0; round < 5; round++) {
      const [one, other] = [0, 1].map((which) =>
        Array.from({ length: 40 }, (_, at) => ({
          date: inDays(1 + which + at * 2),
          reason: `List ${which}`,
        })),
      );
      await Promise.all([set(one!), set(other!)]);
      const reasons = new Set((await list()).map(({ reason }) => reason));
      expect([(await list()).length, reasons.size]).toEqual([40, 1]);
    }
  });

  it('is in the audit log when it changes', async () => {
    const visitor = await createSignedIn(service, 'business');
    const entries = async () => {
      const { rows } = await service.database.pool.query(
        `SELECT action, details FROM audit_entries WHERE account_id = $1 AND action LIKE 'closed%' ORDER BY id`,
        [visitor.user.id],
      );
      return rows.map(({ action, details }) => [action, details.days]);
    };
    const days = [{ date: inDays(3) }];
    for (const _ of [1, 2]) await visitor.data(SET, { days });
    await visitor.data(IMPORT, { ics: ics(inDays(3), inDays(4)), dryRun: true });
    for (const _ of [1, 2]) await visitor.data(IMPORT, { ics: ics(inDays(3), inDays(4)) });
    expect(await entries()).toEqual([
      ['closed_days.set', 1],
      ['closed_days.imported', 1],
    ]);
  });
});

describe('the closed days of the week', () => {
  const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  const weekdayOf = (date: string) => DAYS[(new Date(date).getUTCDay() + 6) % 7]!;
  const OF_ACCOUNT = `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { closedWeekdays } }`;
  const OF_BRANCH = `mutation ($id: ID!, $days: [Weekday!]) {
    updateBranch(id: $id, input: { closedWeekdays: $days }) { closedWeekdays }
  }`;

  it('close each such day that no list opens, for all that reads closed days', async () => {
    const { account, central, harbour, list, set } = await shop();
    const owner = createVisitor(service);
    const { Cookie } = await (await openSession(service, account)).proof();
    owner.cookies.set(...(Cookie.split('=') as [string, string]));
    const [from, to] = [inDays(3), inDays(16)];
    const closed = [inDays(5), inDays(12)];
    await owner.data(OF_ACCOUNT, {
      input: { closedWeekdays: [weekdayOf(inDays(5))], refusesClosedDays: true },
    });
    const row = { date: closed[0], reason: null, source: 'WEEKDAY', open: false, branch: null };
    expect(await list(undefined, false, from, to)).toEqual([row, { ...row, date: closed[1] }]);
    expect(dates(await list(harbour, false, from, to))).toEqual(closed);

    await ask(account, OF_BRANCH, { id: harbour, days: [] });
    await ask(account, OF_BRANCH, { id: central, days: [weekdayOf(inDays(5)), weekdayOf(inDays(6))] });
    expect(await list(harbour, false, from, to)).toEqual([]);
    expect((await list(central, false, from, to))[0]).toMatchObject({
      source: 'WEEKDAY',
      branch: { id: String(central) },
    });
    const next = `query ($branchId: ID!) { nextDeliveryDates(branchId: $branchId, first: 8) }`;
    const { nextDeliveryDates } = await ask(account, next, { branchId: central });
    expect(nextDeliveryDates).toEqual([1, 2, 3, 4, 7, 8, 9, 10].map(inDays));
    const branches = `query ($date: Date!, $ids: [ID!]!) { closedBranches(date: $date, branchIds: $ids) { branchId reason } }`;
    expect(
      (await ask(account, branches, { date: closed[0], ids: [central, harbour] })).closedBranches,
    ).toEqual([{ branchId: String(central), reason: null }]);

    const { id: productId } = await createProduct(account);
    const { supermarket } = (
      await ask(account, `query ($id: ID!) { branch(id: $id) { supermarket { id } } }`, { id: central })
    ).branch;
    const place = { supermarketId: supermarket.id, branchId: central };
    const products = [{ productId, quantity: 1 }];
    const create = `mutation ($input: CreateDeliveryInput!) { createDelivery(input: $input) { dayWarnings { kind } } }`;
    expect(
      await refusalOf(account, create, { input: { ...place, deliveryDate: closed[0], products } }),
    ).toMatchObject({ field: 'deliveryDate', problem: 'closed_day', values: { first: inDays(7) } });

    const order = `mutation ($input: CreateStandingOrderInput!) {
      createStandingOrder(input: $input) { id next { date deliveryDate } }
    }`;
    const input = {
      ...place,
      lines: products,
      weekdays: [weekdayOf(closed[0]!)],
      startsOn: inDays(1),
      shift: 'NEXT',
    };
    const { createStandingOrder } = await ask(account, order, { input });
    expect(createStandingOrder.next).toEqual({ date: closed[0], deliveryDate: inDays(7) });
    await service.database.pool.query(
      "UPDATE standing_orders SET check_at = now() + interval '1 year' WHERE id = $1",
      [createStandingOrder.id],
    );

    await ask(account, OF_BRANCH, { id: central, days: [weekdayOf(inDays(5))] });
    const { rows } = await service.database.pool.query<{ is_due: boolean }>(
      'SELECT check_at <= now() AS is_due FROM standing_orders WHERE id = $1',
      [createStandingOrder.id],
    );
    expect(rows).toEqual([{ is_due: true }]);
    await set([{ date: closed[0], open: true }], central, closed[0], closed[0]);
    expect(dates(await list(central, false, from, to))).toEqual([closed[1]]);
    const { createDelivery } = await ask(account, create, {
      input: { ...place, deliveryDate: closed[0], products },
    });
    expect(createDelivery.dayWarnings).toEqual([]);
  });

  it('are set in each way in which branches are written, and not over REST', async () => {
    const { account } = await shop();
    const SHOWN = 'branches { closedWeekdays }';
    const branch = { name: 'North', address: '1 Street', closedWeekdays: ['SUNDAY', 'MONDAY'] };
    const market = { name: 'Fair', contactEmail: 'fair@market.example' };
    const created = await ask(
      account,
      `mutation ($input: CreateSupermarketInput!) { createSupermarket(input: $input) { id ${SHOWN} } }`,
      {
        input: {
          ...market,
          branches: [branch, { ...branch, closedWeekdays: null }, { ...branch, closedWeekdays: [] }],
        },
      },
    );
    const stored = [
      { closedWeekdays: ['MONDAY', 'SUNDAY'] },
      { closedWeekdays: null },
      { closedWeekdays: [] },
    ];
    expect(created.createSupermarket.branches).toEqual(stored);
    const added = await ask(
      account,
      'mutation ($id: ID!, $input: BranchInput!) { addBranch(supermarketId: $id, input: $input) { id closedWeekdays } }',
      { id: created.createSupermarket.id, input: branch },
    );
    expect(added.addBranch).toMatchObject(stored[0]!);
    const upserting = `mutation ($input: [UpsertSupermarketInput!]!) {
      upsertSupermarkets(input: $input) { outcome error { field } supermarket { ${SHOWN} } }
    }`;
    const upserted = async (closedWeekdays: unknown) => {
      const row = { ...market, reference: 'M', branches: [{ ...branch, reference: 'B', closedWeekdays }] };
      return (await ask(account, upserting, { input: [row] })).upsertSupermarkets[0];
    };
    expect(await upserted(['SUNDAY', 'MONDAY'])).toMatchObject({
      outcome: 'CREATED',
      supermarket: { branches: [stored[0]] },
    });
    expect(await upserted(['MONDAY', 'SUNDAY'])).toMatchObject({ outcome: 'UNCHANGED' });
    for (const [at, days] of [null, []].entries())
      expect(await upserted(days)).toMatchObject({
        outcome: 'UPDATED',
        supermarket: { branches: [stored[at + 1]] },
      });
    expect(await upserted(['SUNDAY', 'SUNDAY'])).toMatchObject({
      outcome: 'REFUSED',
      error: { field: 'branches[0].closedWeekdays' },
    });
    const path = `/supermarkets/${created.createSupermarket.id}/branches/${added.addBranch.id}?view=full`;
    const { status, json } = await account.call('PATCH', path, { body: { closed_weekdays: ['sunday'] } });
    expect([status, json.error.field]).toEqual([400, 'closed_weekdays']);
    const { data } = (await account.call('PATCH', path, { body: { name: 'South' } })).json;
    expect(data).not.toHaveProperty('closed_weekdays');
  });
});

describe('the public holidays of an account', () => {
  it.each(['DE', 'DE-BY', 'GB-ENG', 'CK-Atiu', 'DE-BY-A', null])('can be those of %s', async (code) => {
    const owner = await createSignedIn(service);
    expect((await owner.data(HOLIDAYS, { code })).updateAccount.publicHolidays).toBe(code);
  });

  it.each([
    'XX',
    'DE-XX',
    'DE-BY-XX',
    'de',
    'DE-',
    'DE-BY-A-B',
    '__proto__',
    'DE-constructor',
    'x'.repeat(300),
  ])('cannot be those of %s', async (code) => {
    const owner = await createSignedIn(service);
    expect(await owner.refusal(HOLIDAYS, { code })).toMatchObject({
      code: 'validation_error',
      field: 'publicHolidays',
    });
  });
});
