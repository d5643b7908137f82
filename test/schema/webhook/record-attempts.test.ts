import type { Attempt } from '@provender/guarded-sender';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { recordAttempts } from '../../../src/schema/webhook/record-attempts.ts';
import { createAccount } from '../../support/service/account.ts';
import { createProduct } from '../../support/records/records.ts';
import { useService } from '../../support/service/service.ts';
import { dispatch, messagesOf, stored, subscribe } from '../../support/webhook/webhook.ts';

const service = useService();
const POLICY = { retryDelays: [60, 300, 1800], pauseMs: 0, disableAfter: 10 };
const FAILURE = { durationMs: 5, statusCode: 500, error: 'unexpected_status', responseExcerpt: '' };
const SUCCESS = { durationMs: 5, statusCode: 200, error: null, responseExcerpt: '' };
type Outcome = Omit<Attempt, 'attemptedAt'>;

describe('recording attempts', () => {
  it('has the schedule of the specification by default', () => {
    const { WEBHOOK_RETRY_DELAYS: delays, WEBHOOK_DISABLE_AFTER: disableAfter } = readConfig({});
    expect({ delays, disableAfter }).toEqual({ delays: [60, 300, 1_800], disableAfter: 10 });
  });

  it.each([
    ['at once', 20],
    ['in batches that race each other', 1],
  ])(
    'counts exactly 10 of 20 failures that come %s, and cancels all pending messages',
    async (_how, size) => {
      const { webhook, messages, record } = await waiting(25);
      const batches = Array.from({ length: 20 / size }, (_, at) =>
        messages.slice(at * size, (at + 1) * size),
      );
      const deactivated = await Promise.all(
        batches.map((batch) => record(batch.map((message) => [message, FAILURE]))),
      );
      expect(deactivated.flatMap((recorded) => recorded.deactivated)).toEqual([BigInt(webhook.id)]);
      expect(await stored(service, webhook)).toMatchObject({
        status: 'deactivated',
        consecutiveFailures: 10,
        deactivationReason: '10 consecutive callbacks failed, the last one by unexpected_status',
      });
      const after = await messagesOf(service, webhook);
      expect(after.map(({ status }) => status)).toEqual(Array(25).fill('cancelled'));
      expect(after.filter(({ attempts }) => attempts.length === 1)).toHaveLength(20);
    },
  );

  it('counts in the order in which callbacks ended: a success between failures resets the count', async () => {
    const { webhook, messages, record } = await waiting(14);
    const outcomes = [...failures(8), SUCCESS, ...failures(5)];
    expect(await record(messages.map((message, at) => [message, outcomes[at]!]))).toEqual({
      deactivated: [],
      paused: [],
    });
    expect(await stored(service, webhook)).toMatchObject({ status: 'active', consecutiveFailures: 5 });
  });

  it('deactivates after 10 failures, although a success follows in the same batch', async () => {
    const { webhook, messages, record } = await waiting(12);
    const outcomes = [...failures(10), SUCCESS];
    await record(messages.slice(0, 11).map((message, at) => [message, outcomes[at]!]));
    expect(await stored(service, webhook)).toMatchObject({ status: 'deactivated', consecutiveFailures: 10 });
    const statuses = (await messagesOf(service, webhook)).map(({ status }) => status);
    expect(statuses).toEqual([...Array(10).fill('cancelled'), 'succeeded', 'cancelled']);
  });

  it('counts from 0 after a success', async () => {
    const { webhook, messages, record } = await waiting(3);
    for (const [at, outcome] of [FAILURE, SUCCESS, FAILURE].entries())
      await record([[messages[at]!, outcome]]);
    expect((await stored(service, webhook)).consecutiveFailures).toBe(1);
  });

  it.each([
    ['failure', FAILURE],
    ['success', SUCCESS],
  ])('records a %s once, although two workers sent the message', async (_name, outcome) => {
    const { webhook, messages, record } = await waiting(1);
    await record([[messages[0]!, outcome]]);
    const before = [await messagesOf(service, webhook), await stored(service, webhook)];
    await record([[messages[0]!, outcome]]);
    await record([[messages[0]!, outcome === FAILURE ? SUCCESS : FAILURE]]);
    expect([await messagesOf(service, webhook), await stored(service, webhook)]).toEqual(before);
  });

  it('records concurrent results of several webhooks once each', async () => {
    const { account, webhook: failing, messages, record } = await waiting(3);
    const webhook = await subscribe(account, 'http://127.0.0.1:2/');
    await createProduct(account);
    await dispatch(service, account);
    const [, , , newest] = await messagesOf(service, failing);
    const [other] = await messagesOf(service, webhook);
    await record([
      [messages[0]!, FAILURE],
      [other!, SUCCESS],
      [newest!, FAILURE],
      [messages[1]!, SUCCESS],
    ]);
    expect(await stored(service, failing)).toMatchObject({ status: 'active', consecutiveFailures: 0 });
    const after = [...(await messagesOf(service, failing)), ...(await messagesOf(service, webhook))];
    expect(after.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['pending', 1],
      ['succeeded', 1],
      ['pending', 0],
      ['pending', 1],
      ['succeeded', 1],
    ]);
  });

  it('plans retries 60, 300 and 1,800 seconds after each failure, and none after the fourth', async () => {
    const { webhook, messages, record } = await waiting(1);
    for (const delay of POLICY.retryDelays) {
      const [message] = await messagesOf(service, webhook);
      const before = Date.now();
      await record([[message!, FAILURE]]);
      const [after] = await messagesOf(service, webhook);
      const planned = after!.nextAttemptAt!.getTime() - delay * 1_000;
      expect(planned).toBeGreaterThanOrEqual(before - 1);
      expect(planned).toBeLessThanOrEqual(Date.now() + 1);
    }
    const [message] = await messagesOf(service, webhook);
    await record([[message!, FAILURE]]);
    const [after] = await messagesOf(service, webhook);
    expect(after).toMatchObject({ id: messages[0]!.id, status: 'failed', failures: 4, nextAttemptAt: null });
  });

  it('retries at once with a delay of 0, and never without a delay', async () => {
    const { webhook, messages, record } = await waiting(2);
    await record([[messages[0]!, FAILURE]], { ...POLICY, retryDelays: [0] });
    await record([[messages[1]!, FAILURE]], { ...POLICY, retryDelays: [] });
    const statuses = (await messagesOf(service, webhook)).map(({ status }) => status);
    expect(statuses).toEqual(['pending', 'failed']);
  });
});

function failures(count: number): Outcome[] {
  return Array.from({ length: count }, () => FAILURE);
}

/** Returns a webhook with this many pending messages. */
async function waiting(count: number) {
  const account = await createAccount(service);
  const webhook = await subscribe(account, 'http://127.0.0.1:1/');
  for (let made = 0; made < count; made += 1) await createProduct(account);
  await dispatch(service, account);
  const messages = await messagesOf(service, webhook);
  expect(messages).toHaveLength(count);
  const record = (results: [(typeof messages)[0], Outcome][], policy = POLICY) =>
    recordAttempts(
      service.database.pool,
      account.id,
      results.map(([{ id, jobNumber, subscriptionId }, outcome]) => ({
        message: { id, number: jobNumber, subscriptionId },
        attempt: { attemptedAt: new Date(), ...outcome },
      })),
      policy,
    );
  return { account, webhook, messages, record };
}
