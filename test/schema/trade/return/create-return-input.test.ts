import { describe, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { casesOf } from '../../../support/hostile/cases.ts';
import { expectError, expectErrors } from '../../../support/http/expect-answer.ts';
import { createReturn } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

/** Well-formed, but its references do not exist: input is checked before references. */
const GOOD = { delivery_id: 1, product_id: 1, quantity: 1, reason: 'damaged', return_date: '2026-11-20' };

const BAD_INTEGERS = [undefined, null, '1', 0, -1, 1.5, true, [1], {}];
const BAD_TEXTS = [1, true, [], {}, 'a\0b', '\ud800'];

function post(account: TestAccount, body: unknown) {
  return account.call('POST', '/returns', { body });
}

describe('POST /returns refuses', () => {
  it.each(
    casesOf<unknown>({
      delivery_id: [...BAD_INTEGERS, 2 ** 53],
      product_id: [...BAD_INTEGERS, 2 ** 53],
      quantity: [...BAD_INTEGERS, 1_000_001],
      reason: [...BAD_TEXTS, undefined, null, '', ' \t\n', 'x'.repeat(101), '🥖'.repeat(101)],
      return_date: [undefined, null, '', 20261120, '2026-02-29', '2026-1-1', '1899-12-31', '2101-01-01'],
      description: [...BAD_TEXTS, 'x'.repeat(2_001)],
      credit_amount: [1],
      product_name: ['Bread'],
      id: [1],
    }),
  )('the %s %j', async (field, value) => {
    const account = await createAccount(service);
    expectError(await post(account, { ...GOOD, [field]: value }), 400, 'validation_error', field);
  });

  it('every wrong field at once, unknown ones first', async () => {
    const account = await createAccount(service);
    const required = ['delivery_id', 'product_id', 'quantity', 'reason', 'return_date'];
    expectErrors(await post(account, {}), 400, 'validation_error', required);
    const answer = await post(account, { ...GOOD, description: 1, reason: '', quantity: 0, colour: 'red' });
    expectErrors(answer, 400, 'validation_error', ['colour', 'quantity', 'reason', 'description']);
  });
});

describe('POST /returns accepts', () => {
  it.each(
    casesOf<unknown>({
      reason: ['damaged', 'too late, again', 'x', 'x'.repeat(100), '🥖'.repeat(100)],
      return_date: ['1900-01-01', '2024-02-29', '2100-12-31'],
      description: ['x'.repeat(2_000), '🥖'.repeat(2_000), "Robert'); DROP TABLE returns;--"],
      quantity: [1, 10],
    }),
  )('the %s %j', async (field, value) => {
    const account = await createAccount(service);
    expect(await createReturn(account, { [field]: value })).toHaveProperty(field, value);
  });
});
