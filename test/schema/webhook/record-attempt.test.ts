import { describe, expect, it } from 'vitest';
import { createRecordAttempt } from '../../../src/schema/webhook/record-attempt.ts';
import type { DeliverMessage } from '../../../src/schema/webhook/delivery-job.ts';
import { dispatchEvents } from '../../../src/schema/webhook/dispatch-events.ts';
import { createAccount } from '../../support/account.ts';
import { createProduct } from '../../support/records.ts';
import { useService } from '../../support/service.ts';
import { messagesOf, stored, subscribe } from '../../support/webhook.ts';

const service = useService();
const POLICY = { retryDelays: [60, 300, 1800], disableAfter: 10 };
const FAILURE = { durationMs: 5, statusCode: 500, error: 'unexpected_status', responseExcerpt: '' };
const SUCCESS = { durationMs: 5, statusCode: 200, error: null, responseExcerpt: '' };

describe('recording attempts', () => {
  it('counts exactly 10 of 20 failures that come at once, and cancels all that waits', async () => {
    const { webhook, jobs } = await waiting(25);
    await Promise.all(jobs.slice(0, 20).map((job) => record(job, FAILURE)));
    expect(await stored(service, webhook)).toMatchObject({ status: 'deactivated', consecutiveFailures: 10 });
    const messages = await messagesOf(service, webhook);
    expect(messages.map(({ status }) => status)).toEqual(Array(25).fill('cancelled'));
    expect(messages.filter(({ attempts }) => attempts.length === 1)).toHaveLength(20);
  });

  it('counts from 0 after a success', async () => {
    const { webhook, jobs } = await waiting(3);
    await record(jobs[0]!, FAILURE);
    await record(jobs[1]!, SUCCESS);
    await record(jobs[2]!, FAILURE);
    expect((await stored(service, webhook)).consecutiveFailures).toBe(1);
  });

  it.each([
    ['failure', FAILURE],
    ['success', SUCCESS],
  ])('writes a %s once, though its job runs twice', async (_name, outcome) => {
    const { webhook, jobs } = await waiting(1);
    await record(jobs[0]!, outcome);
    const [before] = await messagesOf(service, webhook);
    await record(jobs[0]!, outcome);
    const [after] = await messagesOf(service, webhook);
    expect(after).toEqual(before);
    expect(after!.attempts).toHaveLength(1);
  });

  it('writes successes that come together, of several webhooks, once each', async () => {
    const [healthy, failing] = [await waiting(5), await waiting(5)];
    await record(failing.jobs[0]!, FAILURE);
    const recordTogether = createRecordAttempt(service.database, POLICY);
    const jobs = [...healthy.jobs, ...failing.jobs.slice(1), healthy.jobs[0]!];
    await Promise.all(jobs.map((job) => recordTogether(job, { attemptedAt: new Date(), ...SUCCESS })));
    for (const { webhook } of [healthy, failing]) {
      expect(await stored(service, webhook)).toMatchObject({ status: 'active', consecutiveFailures: 0 });
      const messages = await messagesOf(service, webhook);
      expect(messages.map(({ attempts }) => attempts.length)).toEqual([1, 1, 1, 1, 1]);
      expect(messages.filter(({ status }) => status === 'succeeded')).toHaveLength(
        webhook === healthy.webhook ? 5 : 4,
      );
    }
  });

  it('plans the next job 60, 300 and 1,800 seconds after each failure, and none after the fourth', async () => {
    const { webhook, jobs } = await waiting(1);
    const [job] = jobs as [(typeof jobs)[0]];
    for (const [index, delay] of POLICY.retryDelays.entries()) {
      const before = Date.now();
      await record({ ...job, job: index + 1 }, FAILURE);
      const { rows } = await service.database.pool.query<{ run_at: Date; priority: number }>(
        `SELECT run_at, priority FROM graphile_worker._private_jobs
         WHERE payload->0->>'message' = $1 AND (payload->0->>'job')::int = $2`,
        [job.message, index + 2],
      );
      const [message] = await messagesOf(service, webhook);
      // Its time is kept, however much of a failing webhook waits: it does not come last.
      expect(rows).toEqual([{ run_at: message!.nextAttemptAt, priority: 0 }]);
      const planned = rows[0]!.run_at.getTime() - delay * 1_000;
      expect(planned).toBeGreaterThanOrEqual(before - 1);
      expect(planned).toBeLessThanOrEqual(Date.now() + 1);
    }
    await record({ ...job, job: 4 }, FAILURE);
    const [message] = await messagesOf(service, webhook);
    expect(message).toMatchObject({ status: 'failed', failures: 4, nextAttemptAt: null });
  });
});

/** A webhook with this many messages that wait, and their jobs. */
async function waiting(count: number) {
  const account = await createAccount(service);
  const webhook = await subscribe(account, 'http://127.0.0.1:1/');
  for (let made = 0; made < count; made += 1) await createProduct(account);
  while (await dispatchEvents(service.database.prisma));
  const messages = await messagesOf(service, webhook);
  expect(messages).toHaveLength(count);
  return {
    webhook,
    jobs: messages.map(({ id }) => ({ account: String(account.id), message: String(id), job: 1 })),
  };
}

function record(job: DeliverMessage, outcome: typeof FAILURE | typeof SUCCESS) {
  return createRecordAttempt(service.database, POLICY)(job, { attemptedAt: new Date(), ...outcome });
}
