import type { Attempt } from '@provender/guarded-sender';
import { describe, expect, it } from 'vitest';
import { isLocked } from '../../../../src/database/unreachable.ts';
import { recordAttempts } from '../../../../src/schema/exchange/webhook/record-attempts.ts';
import { addMissingJobs } from '../../../../src/schema/exchange/webhook/add-missing-jobs.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { createProduct } from '../../../support/records/records.ts';
import { type TestService, useService } from '../../../support/service/service.ts';
import { whileJobsEnd } from './ending-jobs.ts';
import { dispatch, messagesOf, statesOf, stored, subscribe } from '../../../support/webhook/webhook.ts';

const service = useService({ own: 'runs a worker' });
const POLICY = { retryDelays: [60, 300, 1800], pauseMs: 0, disableAfter: 10 };
const FAILURE = { durationMs: 5, statusCode: 500, error: 'unexpected_status', responseExcerpt: '' };
const SUCCESS = { durationMs: 5, statusCode: 200, error: null, responseExcerpt: '' };
type AttemptResult = Omit<Attempt, 'attemptedAt'>;

describe('settling attempts', () => {
  it.each([
    ['at once', 20],
    ['in batches that race each other', 1],
  ])(
    'counts exactly 10 of 20 failures that come %s, and cancels all pending messages',
    async (_how, size) => {
      const { webhook, messages, settle } = await waiting(25);
      const batches = Array.from({ length: 20 / size }, (_, at) =>
        messages.slice(at * size, (at + 1) * size),
      );
      const settleFinally = async (batch: typeof messages) => {
        // Whoever finds the webhook locked settles later.
        while (!(await settle(batch.map((message) => [message, FAILURE]))).every(Boolean));
      };
      await Promise.all(batches.map(settleFinally));
      expect(await stored(service, webhook)).toMatchObject({
        status: 'deactivated',
        consecutiveFailures: 10,
        deactivationError: 'unexpected_status',
        pausedUntil: null,
      });
      const after = await messagesOf(service, webhook);
      expect(after.map(({ status }) => status)).toEqual(Array(25).fill('cancelled'));
      expect(after.filter(({ attempts }) => attempts.length === 1)).toHaveLength(20);
    },
  );

  it('deactivates after 10 failures, although a success follows in the same batch', async () => {
    const { webhook, messages, settle } = await waiting(12);
    const outcomes = [...Array.from({ length: 10 }, () => FAILURE), SUCCESS];
    await settle(messages.slice(0, 11).map((message, at) => [message, outcomes[at]!]));
    expect(await stored(service, webhook)).toMatchObject({ status: 'deactivated', consecutiveFailures: 10 });
    const statuses = (await messagesOf(service, webhook)).map(({ status }) => status);
    expect(statuses).toEqual([...Array(10).fill('cancelled'), 'succeeded', 'cancelled']);
  });

  it.each(Object.entries({ failure: FAILURE, success: SUCCESS }))(
    'changes nothing but the log by a %s that lost its lease',
    async (_name, outcome) => {
      const { webhook, messages, settle } = await waiting(3);
      await settle([[messages[0]!, FAILURE]]);
      await service.database.pool.query('UPDATE webhook_messages SET lease = lease + 1 WHERE id = $1', [
        messages[1]!.id,
      ]);
      const before = [await statesOf(service, webhook), await stored(service, webhook)];
      await settle([[messages[0]!, outcome]]);
      await settle([[messages[1]!, outcome]]);
      expect([await statesOf(service, webhook), await stored(service, webhook)]).toEqual(before);
      const attempts = (await messagesOf(service, webhook)).map((message) => message.attempts.length);
      expect(attempts).toEqual([2, 1, 0]);
    },
  );

  it('forgets failures with a success, and pauses after each failure', async () => {
    const { webhook, messages, settle } = await waiting(3);
    const policy = { ...POLICY, pauseMs: 500 };
    await settle([[messages[0]!, FAILURE]], policy);
    const { consecutiveFailures, pausedUntil } = await stored(service, webhook);
    expect(consecutiveFailures).toBe(1);
    expect(pausedUntil!.getTime()).toBeGreaterThan(Date.now() - 1_000);
    await settle([[messages[1]!, SUCCESS]], policy);
    expect(await stored(service, webhook)).toMatchObject({
      consecutiveFailures: 0,
      pausedUntil: null,
      isSlow: false,
    });
    await settle([[messages[2]!, { ...SUCCESS, durationMs: 1_001 }]], policy);
    expect(await stored(service, webhook)).toMatchObject({ consecutiveFailures: 0, isSlow: true });
  });

  it('waits for nobody: what a user has locked is settled later', async () => {
    const { messages, settle } = await waiting(1);
    const other = await waiting(1);
    const client = await service.database.pool.connect();
    try {
      await client.query('BEGIN');
      const { subscriptionId } = messages[0]!;
      await client.query('SELECT FROM webhook_subscriptions WHERE id = $1 FOR NO KEY UPDATE', [
        subscriptionId,
      ]);
      expect(
        await settle([
          [messages[0]!, FAILURE],
          [other.messages[0]!, FAILURE],
        ]),
      ).toEqual([false, true]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await settle([[messages[0]!, FAILURE]])).toEqual([true]);
  });

  it('keeps a cancelled message cancelled when it fails, and drops the attempt of a deleted one', async () => {
    const { webhook, messages, settle } = await waiting(2);
    await service.database.pool.query(
      `UPDATE webhook_messages SET status = 'cancelled', next_attempt_at = NULL WHERE id = $1`,
      [messages[0]!.id],
    );
    await service.database.pool.query('DELETE FROM webhook_messages WHERE id = $1', [messages[1]!.id]);
    await settle([
      [messages[0]!, FAILURE],
      [messages[1]!, FAILURE],
    ]);
    expect(await messagesOf(service, webhook)).toMatchObject([
      { status: 'cancelled', attempts: [{ statusCode: 500 }] },
    ]);
    await service.database.pool.query('DELETE FROM webhook_subscriptions WHERE id = $1', [webhook.id]);
    expect(await settle([[messages[0]!, FAILURE]])).toEqual([true]);
  });

  it('settles results of several webhooks at once', async () => {
    const { account, webhook: failing, messages, settle } = await waiting(3);
    const webhook = await subscribe(account, 'http://127.0.0.1:2/');
    await createProduct(account);
    await dispatch(service);
    await leaseAll(service, account);
    const [, , , newest] = await messagesOf(service, failing);
    const [other] = await messagesOf(service, webhook);
    await settle([
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

  it('settles while a worker ends the jobs, and leaves them to the sweep', async () => {
    const { webhook, messages, settle } = await waiting(2);
    const exhausting = { ...POLICY, retryDelays: [] };
    await settle([[messages[0]!, FAILURE]], exhausting);
    await whileJobsEnd(service, [`sendWebhook:${webhook.id}`, 'sendAlerts'], async () => {
      expect(await settle([[messages[1]!, FAILURE]], exhausting)).toEqual([true]);
      await service.database.pool.query(
        `UPDATE webhook_messages SET status = 'pending', next_attempt_at = now() WHERE subscription_id = $1`,
        [webhook.id],
      );
      const swept = await addMissingJobs(service.database.pool, 10).catch((error: unknown) => error);
      expect(isLocked(swept)).toBe(true);
    });
    expect(await statesOf(service, webhook)).toMatchObject([{ failures: 1 }, { failures: 1, lease: null }]);
  });
});

async function waiting(count: number) {
  const account = await createAccount(service);
  const webhook = await subscribe(account, 'http://127.0.0.1:1/');
  for (let made = 0; made < count; made += 1) await createProduct(account);
  await dispatch(service);
  await leaseAll(service, account);
  const messages = await messagesOf(service, webhook);
  expect(messages).toHaveLength(count);
  const settle = async (results: [(typeof messages)[0], AttemptResult][], policy = POLICY) => {
    const { consecutiveFailures } = await stored(service, webhook).catch(() => ({ consecutiveFailures: 1 }));
    return recordAttempts(
      service.database.pool,
      results.map(([{ accountId, id, subscriptionId, failures }, outcome]) => ({
        message: { accountId, id, subscriptionId, failures, lease: 1n, isFailing: consecutiveFailures > 0 },
        attempt: { attemptedAt: new Date(), ...outcome },
      })),
      policy,
      { hasMail: true },
    );
  };
  return { account, webhook, messages, settle };
}

/** Leases all waiting messages of an account, more than one claim would. */
async function leaseAll({ database }: TestService, { id }: TestAccount): Promise<void> {
  await database.pool.query(
    `UPDATE webhook_messages SET lease = 1, next_attempt_at = now() + interval '20 seconds'
     WHERE account_id = $1 AND status = 'pending'`,
    [id],
  );
}
