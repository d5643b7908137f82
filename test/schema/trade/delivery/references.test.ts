import { describe, expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { createDelivery, createSentDelivery, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

function cancel(account: TestAccount, id: number) {
  return account.call('PATCH', `/deliveries/${id}`, { body: { status: 'cancelled' } });
}

async function byReference(account: TestAccount, reference: string): Promise<number | undefined> {
  const query = 'query ($reference: String!) { deliveryByReference(reference: $reference) { id } }';
  const { deliveryByReference } = await ask(account, query, { reference });
  return deliveryByReference && Number(deliveryByReference.id);
}

async function listed(account: TestAccount, reference: string): Promise<number[]> {
  const found = expectData(await account.call('GET', `/deliveries?reference=${reference}`)) as {
    id: number;
  }[];
  const query = 'query ($all: [String!]) { deliveries(filter: { references: $all }) { nodes { id } } }';
  const { deliveries } = await ask(account, query, { all: [reference] });
  const ids = found.map(({ id }) => id);
  expect(deliveries.nodes.map(({ id }: { id: string }) => Number(id))).toEqual(ids);
  return ids;
}

describe('the reference of a delivery', () => {
  it('is given up when the delivery is cancelled, which still shows it', async () => {
    const account = await createAccount(service);
    const first = await createDelivery(account, { reference: 'D-1' });
    await cancel(account, first.id);
    expect(await byReference(account, 'D-1')).toBe(first.id);
    const second = await createDelivery(account, { reference: 'D-1' });
    await cancel(account, second.id);
    expect(await byReference(account, 'D-1')).toBe(second.id);
    const third = await createDelivery(account, { reference: 'D-1' });
    expect(await byReference(account, 'D-1')).toBe(third.id);
    expect(await listed(account, 'D-1')).toEqual([third.id, second.id, first.id]);
    const { reference } = expectData(await account.call('GET', `/deliveries/${first.id}?view=full`));
    expect(reference).toBe('D-1');
    expect(await byReference(account, 'D-2')).toBeNull();
  });

  it('is of the one that was cancelled last, whatever was created last', async () => {
    const account = await createAccount(service);
    const first = await createDelivery(account, { reference: 'D-1' });
    await cancel(account, first.id);
    const second = await createDelivery(account, { reference: 'D-1' });
    await cancel(account, second.id);
    await account.database.prisma.delivery.updateMany({
      where: { accountId: account.id, id: first.id },
      data: { cancelledAt: new Date(Date.now() + 1_000) },
    });
    expect(await byReference(account, 'D-1')).toBe(first.id);
  });

  it('is unique among those that are not cancelled, in every status', async () => {
    const account = await createAccount(service);
    const { id, products } = await createSentDelivery(account, { reference: 'D-1' });
    const full = expectData(await account.call('GET', `/deliveries/${id}?view=full`));
    const body = {
      supermarket_id: full.supermarket_id,
      subchain_id: full.subchain_id,
      products: [{ product_id: products[0].product_id, quantity: 1 }],
      delivery_date: inDays(2),
      reference: 'D-1',
    };
    const refused = async () =>
      expectError(await account.call('POST', '/deliveries', { body }), 400, 'validation_error', 'reference');
    await refused();
    await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'completed' } });
    await refused();
  });

  it('moves to the new version, which a cancelled one does not stop', async () => {
    const account = await createAccount(service);
    const gone = await createDelivery(account, { reference: 'D-1' });
    await cancel(account, gone.id);
    const { id } = await createDelivery(account);
    const REVISE = `mutation ($id: ID!, $input: ReviseDeliveryInput!) { reviseDelivery(id: $id, input: $input) { id reference } }`;
    const input = { reference: 'D-1', deliveryDate: inDays(7) };
    const { reviseDelivery } = await ask(account, REVISE, { id, input });
    expect(reviseDelivery.reference).toBe('D-1');
    const next = await ask(account, REVISE, { id: reviseDelivery.id, input: { deliveryDate: inDays(8) } });
    expect(await byReference(account, 'D-1')).toBe(Number(next.reviseDelivery.id));
    expect(await listed(account, 'D-1')).toEqual([Number(next.reviseDelivery.id), gone.id]);
  });

  it('creates a new delivery in a batch and in a race', async () => {
    const account = await createAccount(service);
    const { id, products } = await createDelivery(account, { reference: 'D-1' });
    const full = expectData(await account.call('GET', `/deliveries/${id}?view=full`));
    const row = {
      supermarket_id: full.supermarket_id,
      subchain_id: full.subchain_id,
      products: [{ product_id: products[0].product_id, quantity: 1 }],
      delivery_date: inDays(2),
      reference: 'D-1',
    };
    await cancel(account, id);
    const body = { deliveries: [row] };
    const batches = await Promise.all(
      [1, 2, 3, 4].map(() => account.call('POST', '/deliveries/batch', { body })),
    );
    const outcomes = batches.map((answer) => expectData(answer)[0].outcome);
    expect(outcomes.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'created',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    expect(await listed(account, 'D-1')).toHaveLength(2);
  });
});
