import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../support/service/account.ts';
import { expectData, expectError } from '../../support/http/expect-answer.ts';
import type { Answer } from '../../support/http/answer.ts';
import { createSentDelivery } from '../../support/records/records.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();

interface Race {
  count: number;
  quantity: number;
  /** Whether each request has an Idempotency-Key, and so a transaction of its own. */
  isKeyed?: boolean;
}

/** Sends concurrent returns of `quantity` pieces each, from a delivery of ten. */
async function race(account: TestAccount, { count, quantity, isKeyed }: Race): Promise<Answer[]> {
  const delivery = await createSentDelivery(account);
  const reference = { delivery_id: delivery.id, product_id: delivery.products[0].product_id };
  const body = { ...reference, quantity, reason: 'damaged', return_date: '2026-11-20' };
  const post = (index: number) => {
    const headers = isKeyed ? { 'Idempotency-Key': `return-${index}` } : undefined;
    return account.call('POST', '/returns', { body, headers });
  };
  return Promise.all(Array.from({ length: count }, (_, index) => post(index)));
}

/** Expects this many recorded returns, and the rest to be refused. */
async function expectRecorded(account: TestAccount, answers: Answer[], count: number): Promise<void> {
  const [recorded, refused] = [201, 400].map((status) => answers.filter((each) => each.status === status));
  expect(recorded).toHaveLength(count);
  expect(refused).toHaveLength(answers.length - count);
  for (const answer of refused!) expectError(answer, 400, 'validation_error', 'quantity');
  expect(expectData(await account.call('GET', '/returns?per_page=100'))).toHaveLength(count);
}

describe('racing returns', () => {
  it('take back no more than was delivered', async () => {
    const account = await createAccount(service);
    await expectRecorded(account, await race(account, { count: 30, quantity: 1 }), 10);
  });

  it('take back as much as possible when one exceeds it', async () => {
    const account = await createAccount(service);
    await expectRecorded(account, await race(account, { count: 20, quantity: 3 }), 3);
  });

  it('take back no more than was delivered under different idempotency keys', async () => {
    const account = await createAccount(service);
    await expectRecorded(account, await race(account, { count: 30, quantity: 1, isKeyed: true }), 10);
  });
});
