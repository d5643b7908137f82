import { describe, expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { createProduct, createSupermarket, createWebhook, inDays } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';
import { startTestWorker } from '../../../support/service/worker.ts';

const service = useService({ own: 'runs a worker' });

const DAILY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const CREATE = `mutation ($input: CreateStandingOrderInput!) { createStandingOrder(input: $input) { id } }`;
const READ = `query ($id: ID!) { standingOrder(id: $id) { next { date } occurrences {
  date deliveryDate status reason isChanged lines { quantity }
  delivery { id deliveryDate notes orderNumber reference status products { productId quantity unitPrice } occurrenceDate standingOrder { id } }
} } }`;

async function order(account: TestAccount, fields: object = {}) {
  const product = await createProduct(account);
  const market = await createSupermarket(account);
  const input = {
    supermarketId: String(market.id),
    branchId: String(market.branches[0].id),
    lines: [{ productId: String(product.id), quantity: 10 }],
    weekdays: DAILY,
    startsOn: '2026-01-01',
    leadDays: 1,
    generateAt: '00:00',
    ...fields,
  };
  const { createStandingOrder } = await ask(account, CREATE, { input });
  return { id: createStandingOrder.id as string, product, market };
}

const occurrencesOf = async (account: TestAccount, id: string) =>
  (await ask(account, READ, { id })).standingOrder.occurrences;
const createdOf = async (account: TestAccount, id: string) =>
  (await occurrencesOf(account, id)).filter(({ status }: { status: string }) => status !== 'PLANNED');

describe('the generation', () => {
  it('creates what is due once, with names and prices of the moment', async () => {
    const account = await createAccount(service);
    await createWebhook(account, { events: ['delivery.created'] });
    const { id, product } = await order(account, { notes: 'Gate', orderNumber: 'PO-1' });
    startTestWorker(service);
    startTestWorker(service);
    await expect.poll(() => createdOf(account, id), { timeout: 20_000 }).toHaveLength(1);
    const [created] = await createdOf(account, id);
    const tomorrow = inDays(1);
    expect(created).toEqual({
      date: tomorrow,
      deliveryDate: tomorrow,
      status: 'CREATED',
      reason: null,
      isChanged: false,
      lines: [{ quantity: 10 }],
      delivery: {
        id: created.delivery.id,
        deliveryDate: tomorrow,
        notes: 'Gate',
        orderNumber: 'PO-1',
        reference: null,
        status: 'PENDING',
        products: [{ productId: String(product.id), quantity: 10, unitPrice: product.price }],
        occurrenceDate: tomorrow,
        standingOrder: { id },
      },
    });
    const { rows } = await account.database.pool.query(
      `SELECT type, body::jsonb -> 'data' ->> 'delivery_id' AS id FROM events WHERE account_id = $1 AND type LIKE 'delivery%'`,
      [account.id],
    );
    expect(rows).toEqual([{ type: 'delivery.created', id: created.delivery.id }]);
    expect((await ask(account, READ, { id })).standingOrder.next).toEqual({ date: inDays(2) });
  });
});
