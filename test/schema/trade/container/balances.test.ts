import { beforeAll, describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import {
  ADJUST,
  balancesOf,
  createContainerType,
  moveToDay,
  SET_CONTAINERS,
} from '../../../support/records/containers.ts';
import {
  createDelivery,
  createSentDelivery,
  createSupermarket,
  inDays,
} from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const STATEMENT = `query ($supermarketId: ID!, $branchId: ID, $from: Date!, $to: Date!) {
  containerStatement(supermarketId: $supermarketId, branchId: $branchId, from: $from, to: $to) {
    type { code } opening out back adjusted closing } }`;
const MOVEMENTS = `query ($filter: ContainerMovementFilter!, $first: Int, $after: String) {
  containerMovements(filter: $filter, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { date type { code } delivery { id } adjustment { reason } out back quantity } } }`;
const PAGE = `query ($by: ContainerBalanceGroup!, $asOf: Date, $first: Int, $after: String) {
  containerBalances(by: $by, asOf: $asOf, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } edges { cursor node { branch { id } type { code } balance } } } }`;

let account: TestAccount;
let first: { id: number; branches: { id: number }[] };
let second: { id: number; branches: { id: number }[] };
let [pallet, crate] = ['', ''];
let sent: { id: number };

/** Two supermarkets with containers at their branches, and one adjustment of the first itself. */
beforeAll(async () => {
  account = await createAccount(service);
  [first, second] = [await createSupermarket(account), await createSupermarket(account)];
  pallet = await createContainerType(account, { name: 'B pallet', code: 'P' });
  crate = await createContainerType(account, { name: 'A crate', code: 'C' });
  const deliver = async (market: typeof first, branch: number, day: number, rows: object[]) => {
    const place = { supermarket_id: market.id, subchain_id: market.branches[branch]!.id };
    const delivery = await createSentDelivery(account, place);
    await ask(account, SET_CONTAINERS, { deliveryId: String(delivery.id), rows });
    await moveToDay(account, delivery.id, inDays(day));
    return delivery;
  };
  sent = await deliver(first, 0, -10, [
    { typeId: pallet, out: 10, back: 4 },
    { typeId: crate, out: 3, back: 3 },
  ]);
  await deliver(first, 1, -5, [{ typeId: pallet, back: 8 }]);
  await deliver(second, 0, -5, [{ typeId: crate, out: 2 }]);
  // One that has not left counts nothing.
  const place = { supermarket_id: second.id, subchain_id: second.branches[0]!.id };
  const pending = await createDelivery(account, place);
  await ask(account, SET_CONTAINERS, { deliveryId: String(pending.id), rows: [{ typeId: pallet, out: 9 }] });
  await ask(account, ADJUST, {
    supermarketId: String(first.id),
    typeId: pallet,
    quantity: 5,
    reason: 'found\nbehind the shop',
    date: inDays(-1),
  });
});

describe('containerBalances', () => {
  it('adds up by supermarket and type, up to a day, without zeros', async () => {
    const [one, other] = [{ id: String(first.id) }, { id: String(second.id) }];
    expect(await balancesOf(account)).toEqual([
      { supermarket: one, branch: null, type: { code: 'P' }, balance: 3 },
      { supermarket: other, branch: null, type: { code: 'C' }, balance: 2 },
    ]);
    expect(await balancesOf(account, { asOf: inDays(-2) })).toEqual([
      { supermarket: one, branch: null, type: { code: 'P' }, balance: -2 },
      { supermarket: other, branch: null, type: { code: 'C' }, balance: 2 },
    ]);
    expect(await balancesOf(account, { asOf: inDays(-11) })).toEqual([]);
    expect(await balancesOf(account, { filter: { typeId: crate } })).toHaveLength(1);
    expect(await balancesOf(account, { filter: { supermarketId: one.id } })).toHaveLength(1);
    expect(await balancesOf(await createAccount(service), { filter: { supermarketId: one.id } })).toEqual([]);
  });

  it('adds up by branch, that of the supermarket itself first', async () => {
    const rows = await balancesOf(account, { by: 'BRANCH' });
    expect(rows.map(({ branch, type, balance }) => [branch?.id ?? null, type.code, balance])).toEqual([
      [null, 'P', 5],
      [String(first.branches[0]!.id), 'P', 6],
      [String(first.branches[1]!.id), 'P', -8],
      [String(second.branches[0]!.id), 'C', 2],
    ]);
    const filter = { branchId: String(first.branches[0]!.id) };
    expect((await balancesOf(account, { by: 'BRANCH', filter })).map(({ balance }) => balance)).toEqual([6]);
  });

  it.each(['BRANCH', 'SUPERMARKET'])('is read page by page, by %s', async (by) => {
    const whole = (await ask(account, PAGE, { by })).containerBalances;
    const nodes = [];
    for (let after: string | null = null; ;) {
      const { containerBalances } = await ask(account, PAGE, { by, first: 1, after });
      nodes.push(...containerBalances.edges.map(({ node }: { node: object }) => node));
      if (!containerBalances.pageInfo.hasNextPage) break;
      after = containerBalances.pageInfo.endCursor;
    }
    expect(nodes).toEqual(whole.edges.map(({ node }: { node: object }) => node));
    expect(whole.totalCount).toBe(nodes.length);
    const other = by === 'BRANCH' ? 'SUPERMARKET' : 'BRANCH';
    const after = whole.pageInfo.endCursor;
    expect(await refusalOf(account, PAGE, { by: other, after })).toMatchObject({ field: 'after' });
    expect(await refusalOf(account, PAGE, { by, first: 101 })).toMatchObject({ field: 'first' });
  });
});

describe('containerStatement', () => {
  it('has what was before, between and after, by the names of the types', async () => {
    const statement = (variables: object) =>
      ask(account, STATEMENT, { supermarketId: String(first.id), ...variables }).then(
        (data) => data.containerStatement,
      );
    expect(await statement({ from: inDays(-10), to: inDays(0) })).toEqual([
      { type: { code: 'C' }, opening: 0, out: 3, back: 3, adjusted: 0, closing: 0 },
      { type: { code: 'P' }, opening: 0, out: 10, back: 12, adjusted: 5, closing: 3 },
    ]);
    expect(await statement({ from: inDays(-4), to: inDays(-2) })).toEqual([
      { type: { code: 'P' }, opening: -2, out: 0, back: 0, adjusted: 0, closing: -2 },
    ]);
    const branchId = String(first.branches[1]!.id);
    expect(await statement({ from: inDays(-9), to: inDays(0), branchId })).toEqual([
      { type: { code: 'P' }, opening: 0, out: 0, back: 8, adjusted: 0, closing: -8 },
    ]);
  });

  it('is null for another supermarket, and of at most 1,100 days', async () => {
    const stranger = await createAccount(service);
    const days = { supermarketId: String(first.id), from: '2026-01-01' };
    expect(await ask(stranger, STATEMENT, { ...days, to: '2026-01-31' })).toEqual({
      containerStatement: null,
    });
    const refused = { code: 'validation_error', field: 'to' };
    expect(await refusalOf(account, STATEMENT, { ...days, to: '2025-12-31' })).toMatchObject(refused);
    expect(await refusalOf(account, STATEMENT, { ...days, to: '2029-01-05' })).toMatchObject({
      ...refused,
      problem: 'range_too_long',
      values: { max: 1_100 },
    });
    expect(await ask(account, STATEMENT, { ...days, to: '2029-01-04' })).toHaveProperty('containerStatement');
  });
});

describe('containerMovements', () => {
  it('are those of a supermarket by date, page by page', async () => {
    const filter = { supermarketId: String(first.id) };
    const { containerMovements: whole } = await ask(account, MOVEMENTS, { filter });
    expect(whole.totalCount).toBe(4);
    expect(whole.nodes).toMatchObject([
      {
        date: inDays(-10),
        type: { code: 'P' },
        delivery: { id: String(sent.id) },
        out: 10,
        back: 4,
        quantity: 6,
      },
      { date: inDays(-10), type: { code: 'C' }, adjustment: null, out: 3, back: 3, quantity: 0 },
      { date: inDays(-5), out: 0, back: 8, quantity: -8 },
      {
        date: inDays(-1),
        delivery: null,
        adjustment: { reason: 'found\nbehind the shop' },
        out: 0,
        quantity: 5,
      },
    ]);
    const nodes = [];
    for (let after: string | null = null; ;) {
      const { containerMovements } = await ask(account, MOVEMENTS, { filter, first: 1, after });
      nodes.push(...containerMovements.nodes);
      if (!containerMovements.pageInfo.hasNextPage) break;
      after = containerMovements.pageInfo.endCursor;
    }
    expect(nodes).toEqual(whole.nodes);
  });

  it('can be those of a branch, a type and some days', async () => {
    const ofFirst = { supermarketId: String(first.id) };
    const count = async (filter: object) =>
      (await ask(account, MOVEMENTS, { filter: { ...ofFirst, ...filter } })).containerMovements.nodes.length;
    expect(await count({ branchId: String(first.branches[0]!.id) })).toBe(2);
    expect(await count({ typeId: crate })).toBe(1);
    expect(await count({ from: inDays(-5) })).toBe(2);
    expect(await count({ to: inDays(-5) })).toBe(3);
    const filter = { ...ofFirst, from: inDays(0), to: inDays(-1) };
    expect(await refusalOf(account, MOVEMENTS, { filter })).toMatchObject({
      code: 'validation_error',
      field: 'to',
    });
  });
});

describe('adjustContainers', () => {
  it('records who, when and why, and is audited', async () => {
    const own = await createAccount(service);
    const typeId = await createContainerType(own, { code: 'P' });
    const market = await createSupermarket(own);
    const place = { supermarketId: String(market.id), branchId: String(market.branches[0].id) };
    const input = { ...place, typeId, quantity: -1_000_000, reason: 'lost' };
    const { adjustContainers } = await ask({ ...own, keyId: own.keyId }, ADJUST, input);
    expect(adjustContainers).toMatchObject({
      supermarket: { id: place.supermarketId },
      branch: { id: place.branchId },
      type: { code: 'P' },
      quantity: -1_000_000,
      reason: 'lost',
      date: inDays(0),
      by: 'test',
      at: expect.any(String),
    });
    const [entry] = await service.database.prisma.auditEntry.findMany({
      where: { accountId: own.id, action: 'containers.adjusted' },
    });
    expect(entry!.details).toMatchObject({
      adjustment: adjustContainers.id,
      quantity: -1_000_000,
      reason: 'lost',
    });
    expect((await balancesOf(own))[0]!.balance).toBe(-1_000_000);
  });

  it('refuses what is wrong, naming it', async () => {
    const place = { supermarketId: String(first.id), typeId: pallet, quantity: 1, reason: 'x' };
    const refusal = (fields: object) => refusalOf(account, ADJUST, { ...place, ...fields });
    const stranger = await createAccount(service);
    const cases: [object, string, string][] = [
      [{ supermarketId: String((await createSupermarket(stranger)).id) }, 'supermarketId', 'not_found'],
      [{ branchId: String(second.branches[0]!.id) }, 'branchId', 'not_found'],
      [{ typeId: await createContainerType(stranger) }, 'typeId', 'not_found'],
      [{ quantity: 0 }, 'quantity', 'invalid_value'],
      [{ quantity: 1_000_001 }, 'quantity', 'too_large'],
      [{ quantity: -1_000_001 }, 'quantity', 'too_small'],
      [{ reason: ' ' }, 'reason', 'empty'],
      [{ reason: 'x'.repeat(2_001) }, 'reason', 'too_long'],
      [{ date: inDays(1) }, 'date', 'in_future'],
    ];
    for (const [fields, field, problem] of cases)
      expect(await refusal(fields)).toMatchObject({ field, problem });
    expect(await refusalOf(stranger, ADJUST, place)).toMatchObject({
      code: 'not_found',
      field: 'supermarketId',
    });
    // Not later than today in the time zone of the account, whose day can be over already.
    const ahead = { ...account, timeZone: 'Pacific/Kiritimati' };
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: ahead.timeZone }).format(new Date());
    expect(
      await ask(ahead, ADJUST, { ...place, supermarketId: String(second.id), date: today }),
    ).toMatchObject({
      adjustContainers: { date: today },
    });
  });
});
