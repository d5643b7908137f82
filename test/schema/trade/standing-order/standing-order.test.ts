import { describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const SHOWN = `id reference supermarketId branchName weekdays everyWeeks startsOn endsOn leadDays generateAt pausedFrom
  pausedUntil shift notes orderNumber status lines { productId name quantity weekdays }`;
const CREATE = `mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { ${SHOWN} } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateStandingOrderInput!) {
  updateStandingOrder(id: $id, input: $input) { ${SHOWN} }
}`;

async function shop(account: TestAccount) {
  const [bread, milk] = [await createProduct(account), await createProduct(account)];
  const market = await createSupermarket(account);
  return {
    bread,
    milk,
    market,
    place: { supermarketId: String(market.id), branchId: String(market.branches[0].id) },
  };
}

describe('a standing order', () => {
  it('is created with defaults, changed in part, and cleared', async () => {
    const account = await createAccount(service);
    const { bread, milk, place } = await shop(account);
    const lines = [
      { productId: String(bread.id), quantity: 10 },
      { productId: String(milk.id), quantity: 3, weekdays: ['FRIDAY'] },
    ];
    const input = { ...place, lines, weekdays: ['MONDAY', 'FRIDAY'], startsOn: '2026-01-01', notes: 'Gate' };
    const { createStandingOrder: created } = await ask(account, CREATE, { input });
    expect(created).toMatchObject({
      reference: null,
      weekdays: ['MONDAY', 'FRIDAY'],
      everyWeeks: 1,
      startsOn: '2026-01-01',
      endsOn: null,
      leadDays: 2,
      generateAt: '06:00',
      shift: 'SKIP',
      notes: 'Gate',
      status: 'ACTIVE',
      lines: [
        { productId: String(bread.id), name: bread.name, quantity: 10, weekdays: null },
        { productId: String(milk.id), quantity: 3, weekdays: ['FRIDAY'] },
      ],
    });
    const change = { everyWeeks: 2, shift: 'NEXT', notes: null, pausedFrom: '2026-01-01' };
    const { updateStandingOrder: updated } = await ask(account, UPDATE, { id: created.id, input: change });
    expect(updated).toMatchObject({
      everyWeeks: 2,
      shift: 'NEXT',
      notes: null,
      status: 'PAUSED',
      lines: created.lines,
    });
    const clear = { everyWeeks: null, shift: null, pausedFrom: null };
    const { updateStandingOrder: cleared } = await ask(account, UPDATE, { id: created.id, input: clear });
    expect(cleared).toEqual({ ...created, notes: null });
  });

  it('refuses fields that do not fit together, by their paths', async () => {
    const account = await createAccount(service);
    const { bread, place } = await shop(account);
    const line = { productId: String(bread.id), quantity: 10 };
    const valid = { ...place, lines: [line], weekdays: ['MONDAY', 'FRIDAY'], startsOn: '2026-01-01' };
    const fieldOf = async (input: object) => {
      const refusal = await refusalOf(account, CREATE, { input: { ...valid, ...input } });
      return `${refusal?.code} ${refusal?.field}`;
    };
    const on = (weekdays: string[]) => ({ ...line, weekdays });
    expect(await fieldOf({ pausedUntil: '2026-02-01' })).toBe('validation_error pausedUntil');
    expect(await fieldOf({ pausedFrom: '2026-02-02', pausedUntil: '2026-02-01' })).toBe(
      'validation_error pausedUntil',
    );
    expect(await fieldOf({ endsOn: '2025-02-01' })).toBe('validation_error endsOn');
    expect(await fieldOf({ lines: [on(['SUNDAY']), line] })).toBe('validation_error lines[0].weekdays');
    expect(await fieldOf({ lines: [on(['MONDAY'])] })).toBe('validation_error weekdays');
    expect(await fieldOf({ lines: [on(['MONDAY']), line] })).toBe('validation_error lines[1].productId');
    expect(await fieldOf({ lines: [] })).toBe('validation_error lines');
    expect(await fieldOf({ weekdays: [] })).toBe('validation_error weekdays');
    expect(await fieldOf({ leadDays: 15 })).toBe('validation_error leadDays');
    expect(await fieldOf({ everyWeeks: 9 })).toBe('validation_error everyWeeks');
    expect(await fieldOf({ generateAt: '24:00' })).toBe('validation_error generateAt');
    expect(await fieldOf({ lines: [{ ...line, productId: '999' }] })).toBe('not_found lines[0].productId');
    expect(await fieldOf({ branchId: '999' })).toBe('not_found branchId');
  });

  it('plans its dates, skips, changes and restores one of them', async () => {
    const account = await createAccount(service);
    const { bread, milk, place } = await shop(account);
    const input = {
      ...place,
      lines: [{ productId: String(bread.id), quantity: 10 }],
      weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
      startsOn: '2099-01-01',
    };
    const { createStandingOrder: order } = await ask(account, CREATE, { input });
    const OCCURRENCE =
      'date deliveryDate status reason message isChanged lines { productId quantity } delivery { id }';
    const READ = `query ($id: ID!) { standingOrder(id: $id) {
      next { date } occurrences(from: "2098-12-30", to: "2099-01-03") { ${OCCURRENCE} } } }`;
    const planned = (date: string) => ({
      date,
      deliveryDate: date,
      status: 'PLANNED',
      reason: null,
      message: null,
      isChanged: false,
      lines: [{ productId: String(bread.id), quantity: 10 }],
      delivery: null,
    });
    const all = ['2099-01-01', '2099-01-02', '2099-01-03'].map(planned);
    expect((await ask(account, READ, { id: order.id })).standingOrder).toEqual({
      next: null,
      occurrences: all,
    });
    const of = (name: string, more = '') =>
      `mutation ($id: ID!, $date: Date!) { ${name}(id: $id, date: $date ${more}) { ${OCCURRENCE} } }`;
    const [first] = all;
    const { date } = first!;
    const skipped = { ...first, deliveryDate: null, status: 'SKIPPED', message: 'Skipped by hand' };
    expect((await ask(account, of('skipOccurrence'), { id: order.id, date })).skipOccurrence).toEqual(
      skipped,
    );
    const again = await refusalOf(account, of('skipOccurrence'), { id: order.id, date });
    expect(again).toMatchObject({ code: 'invalid_transition', field: 'date' });
    expect((await ask(account, of('restoreOccurrence'), { id: order.id, date })).restoreOccurrence).toEqual(
      first,
    );
    const change = of('changeOccurrence', `, lines: [{ productId: "${milk.id}", quantity: 4 }]`);
    const changed = { ...first, isChanged: true, lines: [{ productId: String(milk.id), quantity: 4 }] };
    expect((await ask(account, change, { id: order.id, date })).changeOccurrence).toEqual(changed);
    expect((await ask(account, READ, { id: order.id })).standingOrder.occurrences).toEqual([
      changed,
      all[1],
      all[2],
    ]);
    expect((await ask(account, of('restoreOccurrence'), { id: order.id, date })).restoreOccurrence).toEqual(
      first,
    );
    const none = await refusalOf(account, of('skipOccurrence'), { id: order.id, date: '2098-12-30' });
    expect(none).toMatchObject({ code: 'not_found', field: 'date' });
  });
});
