import { expect, it, describe } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createDelivery, createSupermarket, inDays } from '../../../support/records/records.ts';
import { eventsOf, MOVE, pending, read, REVISE, revise } from '../../../support/records/versions.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

describe('reviseDelivery', () => {
  it.each([
    ['in transit', ['IN_TRANSIT']],
    ['completed', ['IN_TRANSIT', 'COMPLETED']],
    ['cancelled', ['CANCELLED']],
  ])('refuses a delivery that is %s', async (_name, moves) => {
    const account = await createAccount(service);
    const { id } = await pending(account);
    for (const status of moves) await ask(account, MOVE, { id, status });
    const before = await eventsOf(account);
    for (const input of [{ deliveryDate: inDays(9) }, { notes: 'Gate 4' }]) {
      const refusal = await refusalOf(account, REVISE, { id, input });
      expect(refusal).toMatchObject({ code: 'invalid_transition', field: 'status' });
    }
    expect(await eventsOf(account)).toEqual(before);
  });

  it('refuses wrong input and what is not of the account, by its field', async () => {
    const [account, stranger] = [await createAccount(service), await createAccount(service)];
    const { id, bread } = await pending(account);
    const theirs = await pending(stranger);
    const other = await createSupermarket(account);
    await createDelivery(account, { reference: 'D-2' });
    const line = { productId: bread.id, quantity: 1 };
    const cases: [input: object, code: string, field: string | null][] = [
      [{}, 'validation_error', null],
      [{ products: null, branchId: null }, 'validation_error', 'branchId'],
      [{ products: [] }, 'validation_error', 'products'],
      [{ products: [line, line] }, 'validation_error', 'products[1].productId'],
      [{ products: [{ ...line, quantity: 0 }] }, 'validation_error', 'products[0].quantity'],
      [{ deliveryDate: inDays(0) }, 'validation_error', 'deliveryDate'],
      [{ reference: 'D-2' }, 'validation_error', 'reference'],
      [{ reference: 'D-2', products: [line] }, 'validation_error', 'reference'],
      [{ branchId: other.branches[0].id }, 'not_found', 'branchId'],
      [{ branchId: theirs.supermarket.branches[0].id }, 'not_found', 'branchId'],
      [
        { products: [line, { productId: theirs.bread.id, quantity: 1 }] },
        'not_found',
        'products[1].productId',
      ],
    ];
    for (const [input, code, field] of cases) {
      expect(await refusalOf(account, REVISE, { id, input })).toMatchObject({ code, field });
    }
    const input = { deliveryDate: inDays(9) };
    for (const missing of [theirs.id, '999999999', 'x']) {
      const refusal = await refusalOf(account, REVISE, { id: missing, input });
      expect(refusal).toMatchObject({ code: 'not_found', field: null });
    }
    const reader = { ...account, scopes: ['deliveries:read' as const] };
    expect(await refusalOf(reader, REVISE, { id, input })).toMatchObject({ code: 'insufficient_scope' });
    expect(await eventsOf(account)).toHaveLength(2);
    expect((await read(stranger, theirs.id)).status).toBe('PENDING');
  });

  it('lets one of ten racing revisions and moves win', async () => {
    const account = await createAccount(service);
    const { id } = await pending(account);
    const racing = Array.from({ length: 10 }, (_, at) =>
      at % 3 === 2
        ? ask(account, MOVE, { id, status: at % 2 ? 'IN_TRANSIT' : 'CANCELLED' })
        : revise(account, id, { deliveryDate: inDays(at + 2) }),
    );
    const settled = await Promise.allSettled(racing);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await account.database.pool.query<{ status: string; replaces: boolean }>(
      'SELECT status, replaces_id IS NOT NULL AS replaces FROM deliveries WHERE account_id = $1 ORDER BY id',
      [account.id],
    );
    const events = (await eventsOf(account)).map(({ event }) => event);
    const changed = [
      { status: 'cancelled', replaces: false },
      { status: 'pending', replaces: true },
    ];
    expect([
      [changed, ['delivery.created', 'delivery.cancelled', 'delivery.created']],
      [[{ status: 'in_transit', replaces: false }], ['delivery.created', 'delivery.in_transit']],
      [[{ status: 'cancelled', replaces: false }], ['delivery.created', 'delivery.cancelled']],
    ]).toContainEqual([rows, events]);
  });
});
