import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '@provender/guarded-sender';
import { expect, it, vi } from 'vitest';
import { createRuns } from '../../src/jobs/send-webhooks.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { publishEvents } from '../support/service/worker.ts';
import { PATIENCE, subscribe } from '../support/webhook/webhook.ts';

const service = useService();

it('sleeps while it waits for its last callback, also if it was woken as it was told to end', async () => {
  const account = await createAccount(service);
  const webhook = await subscribe(account, 'http://127.0.0.1:9/');
  await publishEvents(service, account, 1, [webhook]);
  const callback = Promise.withResolvers<Attempt>();
  const send = vi.fn<() => Promise<Attempt>>(() => callback.promise);
  const policy = { retryDelays: [60], pauseMs: 0, disableAfter: 10 };
  const metrics = { attempted: () => {} };
  const runs = createRuns({ pool: service.database.pool, worker: 'ending', send, policy, metrics });
  const ended = runs.send(account.id);
  await expect.poll(() => send.mock.calls.length, PATIENCE).toBe(1);

  runs.wake(account.id);
  runs.stop();
  await sleep(200);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await sleep(300);
  const count = timers.mock.calls.length;
  timers.mockRestore();
  // A busy loop would set one each millisecond.
  expect(count).toBeLessThan(100);

  const attempt = {
    attemptedAt: new Date(),
    durationMs: 1,
    statusCode: 204,
    error: null,
    responseExcerpt: null,
  };
  callback.resolve(attempt);
  await ended;
  const { rows } = await service.database.pool.query(
    'SELECT status FROM webhook_messages WHERE account_id = $1',
    [account.id],
  );
  expect(rows).toEqual([{ status: 'succeeded' }]);
});
