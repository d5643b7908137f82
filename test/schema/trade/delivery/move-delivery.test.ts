import { describe, expect, it } from 'vitest';
import type { DeliveryStatus } from '../../../../src/schema/trade/delivery/status.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { createDelivery } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const STATUSES = ['pending', 'in_transit', 'completed', 'cancelled'] as const;
const MOVES = new Set(['pending → in_transit', 'in_transit → completed', 'pending → cancelled']);
const PAIRS = STATUSES.flatMap((from) => STATUSES.map((to): [DeliveryStatus, DeliveryStatus] => [from, to]));

/** The moves that take a new delivery to each status. */
const WAY_TO: Record<DeliveryStatus, DeliveryStatus[]> = {
  pending: [],
  in_transit: ['in_transit'],
  completed: ['in_transit', 'completed'],
  cancelled: ['cancelled'],
};

describe('PATCH /deliveries/{delivery_id}', () => {
  const allowed = PAIRS.filter((pair) => MOVES.has(pair.join(' → ')));
  const refused = PAIRS.filter((pair) => !MOVES.has(pair.join(' → ')));

  it.each(allowed)('moves from %s to %s', async (from, to) => {
    const account = await createAccount(service);
    const delivery = await deliveryThatIs(from, account);
    const answer = await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: to } });
    expect(expectData(answer)).toStrictEqual({ ...delivery, status: to });
    expect(await read(account, delivery.id)).toStrictEqual({ ...delivery, status: to });
  });

  it.each(refused)('refuses the move from %s to %s', async (from, to) => {
    const account = await createAccount(service);
    const delivery = await deliveryThatIs(from, account);
    const answer = await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: to } });
    expectError(answer, 400, 'invalid_transition', 'status');
    expect(await read(account, delivery.id)).toStrictEqual(delivery);
  });

  it.each([undefined, null, '', 'lost', 'PENDING', ' completed', '\0', '__proto__', 1, true, [], {}])(
    'refuses the status %j',
    async (status) => {
      const account = await createAccount(service);
      const { id } = await createDelivery(account);
      const answer = await account.call('PATCH', `/deliveries/${id}`, { body: { status } });
      expectError(answer, 400, 'validation_error', 'status');
    },
  );

  it('accepts only the status', async () => {
    const account = await createAccount(service);
    const { id } = await createDelivery(account);
    for (const name of ['notes', 'delivery_date', 'products', 'id']) {
      const body = { status: 'in_transit', [name]: null };
      const answer = await account.call('PATCH', `/deliveries/${id}`, { body });
      expectError(answer, 400, 'validation_error', name);
    }
    expect(await read(account, id)).toHaveProperty('status', 'pending');
  });

  it.each(allowed)('lets one of twenty racing moves from %s to %s win', async (from, to) => {
    const account = await createAccount(service);
    const { id } = await deliveryThatIs(from, account);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => account.call('PATCH', `/deliveries/${id}`, { body: { status: to } })),
    );
    const [won, lost] = [
      answers.filter(({ status }) => status === 200),
      answers.filter((a) => a.status !== 200),
    ];
    expect(won).toHaveLength(1);
    for (const answer of lost) expectError(answer, 400, 'invalid_transition', 'status');
    expect(await read(account, id)).toHaveProperty('status', to);
  });

  it('lets either dispatch or cancellation win when they race', async () => {
    const account = await createAccount(service);
    const { id } = await createDelivery(account);
    const statuses = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'cancelled' : 'in_transit'));
    const answers = await Promise.all(
      statuses.map((status) => account.call('PATCH', `/deliveries/${id}`, { body: { status } })),
    );
    const winners = statuses.filter((_, index) => answers[index]!.status === 200);
    expect(winners).toHaveLength(1);
    expect(await read(account, id)).toHaveProperty('status', winners[0]);
  });
});

async function deliveryThatIs(status: DeliveryStatus, account: TestAccount) {
  let delivery = await createDelivery(account);
  for (const step of WAY_TO[status]) {
    const body = { status: step };
    delivery = expectData(await account.call('PATCH', `/deliveries/${delivery.id}`, { body }));
  }
  return delivery;
}

async function read(account: TestAccount, id: number) {
  return expectData(await account.call('GET', `/deliveries/${id}`));
}
