import { describe, expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { confirmStop, createDriver } from '../../../support/records/drivers.ts';
import { createLinked, submit } from '../../../support/records/receipts.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../../../support/service/settings.ts';
import { createVisitor, type Visitor } from '../../../support/service/visitor.ts';

const service = useService();

const READ = `query ($id: ID!) { delivery(id: $id) { status receipt { state checkedAt checkedBy
  disputes { id } } } }`;

interface Stage {
  account: SignedIn;
  owner: Visitor;
  id: string;
}

/** The requests that settle a receipt, each in its own way. */
const SETTLING: Record<string, (stage: Stage) => Promise<unknown>> = {
  'PATCH over REST': ({ account, id }) =>
    account.call('PATCH', `/deliveries/${id}`, { body: { status: 'completed' } }),
  moveDelivery: ({ owner, id }) =>
    owner.data('mutation ($id: ID!) { moveDelivery(id: $id, status: COMPLETED) { id } }', { id }),
  moveDeliveries: ({ owner, id }) =>
    owner.data('mutation ($id: ID!) { moveDeliveries(ids: [$id], status: COMPLETED) { outcome } }', { id }),
  completeStop: async ({ account, id }) =>
    (await createDriver(service, account)).data('mutation ($id: ID!) { completeStop(id: $id) { status } }', {
      id,
    }),
  acceptReceipt: ({ owner, id }) =>
    owner.data('mutation ($id: ID!) { acceptReceipt(deliveryId: $id) { id } }', { id }),
  acceptReceipts: ({ owner, id }) =>
    owner.data('mutation ($id: ID!) { acceptReceipts(deliveryIds: [$id]) { outcome } }', { id }),
};

/** The mutations that settle the disputes of a completed delivery. */
const DECIDING: Record<string, string> = {
  acceptReceipt: 'mutation ($id: ID!) { acceptReceipt(deliveryId: $id) { id } }',
  declineDisputes: 'mutation ($id: ID!) { declineDisputes(deliveryId: $id) { id } }',
};

async function stage(received: Record<string, string> = {}) {
  const account = await createSignedIn(service);
  const owner = createVisitor(service);
  await owner.signIn(account.email, PASSWORD);
  const linked = await createLinked(account);
  const fields = Object.entries(received).map(([name, value]) => [
    `received-${linked[name as 'bread' | 'milk']}`,
    value,
  ]);
  await submit(linked.url, Object.fromEntries(fields));
  const read = async () => (await ask(account, READ, { id: linked.id })).delivery;
  return { account, owner, linked, id: linked.id, read };
}

const CHECKED = { state: 'SETTLED', checkedAt: expect.any(String), checkedBy: expect.stringMatching(/\S/) };

describe('a receipt that is settled has who checked it, and when', () => {
  it.each(Object.keys(SETTLING))('by %s', async (way) => {
    const { account, owner, id, read } = await stage();
    expect((await read()).receipt).toMatchObject({ state: 'CONFIRMED', checkedAt: null, checkedBy: null });
    await SETTLING[way]!({ account, owner, id });
    expect(await read()).toMatchObject({ status: 'COMPLETED', receipt: CHECKED });
  });

  it.each(Object.keys(DECIDING))('by %s, after the delivery was completed', async (way) => {
    const { account, owner, id, read } = await stage({ bread: '8' });
    await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'completed' } });
    expect((await read()).receipt).toMatchObject({ state: 'DISPUTED', checkedAt: null, checkedBy: null });
    await owner.data(DECIDING[way]!, { id });
    expect((await read()).receipt).toMatchObject(CHECKED);
  });

  it('once the last of its disputes is decided', async () => {
    const { account, owner, id, read } = await stage({ bread: '8', milk: '3' });
    await account.call('PATCH', `/deliveries/${id}`, { body: { status: 'completed' } });
    const settle = `mutation ($id: ID!, $dispute: ID!) {
      settleDisputes(deliveryId: $id, decline: [$dispute]) { id } }`;
    const [first, last] = (await read()).receipt.disputes;
    await owner.data(settle, { id, dispute: first.id });
    expect((await read()).receipt).toMatchObject({ state: 'DISPUTED', checkedAt: null, checkedBy: null });
    await owner.data(settle, { id, dispute: last.id });
    expect((await read()).receipt).toMatchObject(CHECKED);
  });
});

describe('a receipt that nobody had to accept has nobody who checked it', () => {
  const NOBODY = { checkedAt: null, checkedBy: null };

  it('where the branch completed the delivery by its link', async () => {
    const account = await createSignedIn(service);
    await service.database.prisma.account.update({
      where: { id: account.id },
      data: { receiptLinkCompletes: true },
    });
    const { id, url } = await createLinked(account);
    await submit(url, {});
    const { delivery } = await ask(account, READ, { id });
    expect(delivery).toMatchObject({ status: 'COMPLETED', receipt: { state: 'SETTLED', ...NOBODY } });
  });

  it.each([
    [10, 'SETTLED'],
    [8, 'CONFIRMED'],
  ])('where a driver recorded %s of 10 after the branch', async (received, state) => {
    const { account, linked, id, read } = await stage();
    const driver = await createDriver(service, account);
    await confirmStop(driver, id, { lines: [{ productId: String(linked.bread), received }] });
    expect(await read()).toMatchObject({ status: 'COMPLETED', receipt: { state, ...NOBODY } });
  });
});
