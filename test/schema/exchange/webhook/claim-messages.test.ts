import { describe, expect, it } from 'vitest';
import { addMissingJobs } from '../../../../src/schema/exchange/webhook/add-missing-jobs.ts';
import { claimMessages, renewLeases } from '../../../../src/schema/exchange/webhook/claim-messages.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';
import { dispatch, subscribe } from '../../../support/webhook/webhook.ts';
import { publishEvents } from '../../../support/service/worker.ts';

const service = useService();
const query = (text: string, values?: unknown[]) => service.database.pool.query(text, values);

describe('claiming', () => {
  it('takes eight messages of a webhook, four if it is slow, one if it fails, none if it is deactivated', async () => {
    const { webhooks, claim, set } = await due(4, 20);
    await set(webhooks[1]!, 'is_slow = true');
    await set(webhooks[2]!, 'consecutive_failures = 1');
    await set(webhooks[3]!, `status = 'deactivated', deactivated_at = now()`);
    const claimed = await claim();
    expect(claimed.map(({ messages }) => messages.length)).toEqual([8, 4, 1, 0]);
    expect(claimed.map(({ left }) => left)).toEqual(['due', 'due', 'due', 'none']);
    expect(claimed.map(({ messages }) => messages[0]?.isFailing)).toEqual([false, false, true, undefined]);
    // Those in progress count, until their leases end.
    const again = await claim();
    expect(again.map(({ messages, left }) => [messages.length, left])).toEqual([
      [0, 'in_progress'],
      [0, 'in_progress'],
      [0, 'in_progress'],
      [0, 'none'],
    ]);
    expect((await claim({ slots: 2 }))[0]!.messages).toEqual([]);
  });

  it('takes one message per free place, the oldest first, and says whether more may be due', async () => {
    const { claim } = await due(1, 5);
    const [first] = await claim({ slots: 3 });
    const [second] = await claim({ slots: 3 });
    expect([first!.messages.length, first!.left]).toEqual([3, 'due']);
    expect([second!.messages.length, second!.left]).toEqual([2, 'none']);
    const ids = [...first!.messages, ...second!.messages].map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
  });

  it('leaves eight in progress at most, with any number of workers that claim at once', async () => {
    const { webhooks, claim } = await due(3, 60);
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim()));
    const messages = claims.flat().flatMap((claimed) => claimed.messages);
    const counts = Map.groupBy(messages, ({ subscriptionId }) => subscriptionId);
    expect(webhooks.map((id) => counts.get(id)!.length)).toEqual([8, 8, 8]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(24);
  });

  it('counts what a statement claimed that arrived later', async () => {
    const { claim, age } = await due(1, 20);
    expect((await claim())[0]!.messages).toHaveLength(8);
    await age('-5 seconds');
    expect(await claim()).toMatchObject([{ messages: [], left: 'in_progress' }]);
  });

  it('takes the messages of a dead worker again once their lease has ended, under another lease', async () => {
    const { claim, age } = await due(1, 1);
    const [first] = await claim();
    await age('19 seconds');
    expect((await claim())[0]!.messages).toEqual([]);
    await renewLeases(service.database.pool, first!.messages);
    await age('19 seconds');
    expect((await claim())[0]!.messages).toEqual([]);
    await age('2 seconds');
    const [second] = await claim();
    expect(second!.messages.map(({ id }) => id)).toEqual(first!.messages.map(({ id }) => id));
    expect(second!.messages[0]!.lease).not.toBe(first!.messages[0]!.lease);
    expect([first!.messages[0]!.since, second!.messages[0]!.since]).toEqual([expect.any(Date), null]);
    // Whoever lost a lease cannot renew it.
    await age('21 seconds');
    await renewLeases(service.database.pool, first!.messages);
    expect((await claim())[0]!.messages).toHaveLength(1);
  });

  it('takes during a pause only tests, resent messages and retries, and no retry whose failure would deactivate', async () => {
    const { webhooks, claim, set } = await due(2, 4);
    const [usual, last] = webhooks as [bigint, bigint];
    await set(usual, `consecutive_failures = 2, paused_until = now() + interval '3 seconds'`);
    await set(last, `consecutive_failures = 9, paused_until = now() + interval '3 seconds'`);
    const paused = await claim();
    expect(paused.map(({ messages, left }) => [messages.length, left])).toEqual([
      [0, 'none'],
      [0, 'none'],
    ]);
    for (const id of webhooks) await newest(id, 'failures = 1');
    expect((await claim()).map(({ messages }) => messages.length)).toEqual([1, 0]);
    await newest(last, 'at_once = true');
    expect((await claim()).map(({ messages }) => messages.length)).toEqual([0, 1]);
    await set(last, `paused_until = now() - interval '1 second'`);
    await query(
      `UPDATE webhook_messages SET lease = NULL, next_attempt_at = now() - interval '1 second' WHERE subscription_id = $1`,
      [last],
    );
    expect((await claim())[1]!.messages).toHaveLength(1);
  });

  it('skips a webhook that somebody else has locked, and waits for nobody', async () => {
    const { webhooks, claim } = await due(2, 1);
    const client = await service.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM webhook_subscriptions WHERE id = $1 FOR NO KEY UPDATE', [webhooks[0]]);
      const claimed = await claim();
      expect(claimed.map(({ messages, left }) => [messages.length, left])).toEqual([
        [0, 'unknown'],
        [1, 'none'],
      ]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('returns how soon the next retry is due, or a pause ends, if that is within seconds', async () => {
    const { webhooks, claim, set } = await due(3, 1);
    const [retried, paused, later] = webhooks as [bigint, bigint, bigint];
    // Times are relative to one moment: a busy machine may take a second for all that follows.
    let start = await moment();
    const at = (seconds: number) => `timestamptz '${start}' + interval '${seconds} seconds'`;
    await newest(retried, `failures = 1, next_attempt_at = ${at(5)}`);
    await set(paused, `consecutive_failures = 1, paused_until = ${at(4)}`);
    await newest(later, `failures = 1, next_attempt_at = ${at(60)}`);
    await set(later, `consecutive_failures = 1, paused_until = ${at(61)}`);
    const claimed = await claim();
    expect(claimed.map(({ messages, left }) => [...messages, left])).toEqual(
      Array(3)
        .fill('none')
        .map((left) => [left]),
    );
    expectSoon(claimed, 5_000);
    // Whichever is first, also for messages that have yet to come.
    start = await moment();
    await set(paused, `paused_until = ${at(6)}`);
    await newest(paused, `failures = 1, next_attempt_at = ${at(4)}`);
    await newest(retried, `status = 'failed', next_attempt_at = NULL`);
    await set(retried, `consecutive_failures = 1, paused_until = ${at(5)}`);
    expectSoon(await claim(), 5_000);
  });

  it('is woken by the sweep for what is due within seconds, and for nothing that is not', async () => {
    const { webhooks, set } = await due(4, 1);
    const [retried, paused, later, resting] = webhooks as [bigint, bigint, bigint, bigint];
    await newest(retried, `failures = 1, next_attempt_at = now() + interval '5 seconds'`);
    await set(paused, `consecutive_failures = 1, paused_until = now() + interval '5 seconds'`);
    await newest(later, `failures = 1, next_attempt_at = now() + interval '9 seconds'`);
    await set(resting, `consecutive_failures = 1, paused_until = now() + interval '9 seconds'`);
    await query('SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key IS NOT NULL');
    await addMissingJobs(service.database.pool, 10);
    const { rows } = await query(
      `SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'sendWebhook'`,
    );
    const woken = new Set(rows.map(({ key }) => key));
    expect(webhooks.map((id) => woken.has(`sendWebhook:${id}`))).toEqual([true, true, false, false]);
  });

  it('takes nothing before it is due', async () => {
    const { claim, age } = await due(1, 1);
    await age('-1 second');
    expect((await claim())[0]).toEqual({ messages: [], left: 'none', nextMs: null });
  });
});

/** Returns an account with webhooks that have this many due messages each. */
async function due(count: number, messages: number) {
  const account = await createAccount(service);
  const webhooks: bigint[] = [];
  while (webhooks.length < count) {
    webhooks.push(BigInt((await subscribe(account, 'https://hooks.example.com/')).id));
  }
  await publishEvents(
    service,
    account,
    messages,
    webhooks.map((id) => ({ id: Number(id) })),
  );
  await dispatch(service);
  return {
    webhooks,
    claim({ slots = 20 } = {}) {
      const claims = webhooks.map((id) => ({ accountId: account.id, id, slots }));
      return claimMessages(service.database.pool, claims, 10);
    },
    set: (id: bigint, what: string) => query(`UPDATE webhook_subscriptions SET ${what} WHERE id = $1`, [id]),
    /** Lets time pass for the account's messages. */
    age: (time: string) =>
      query(
        'UPDATE webhook_messages SET next_attempt_at = next_attempt_at - $2::interval WHERE account_id = $1',
        [account.id, time],
      ),
  };
}

/** Returns the time of the database. */
async function moment(): Promise<string> {
  const { rows } = await query('SELECT now()::text AS now');
  return rows[0].now;
}

/** Checks when a first webhook is next due, at most, a second one a second before it; a third one is not. */
function expectSoon(claimed: { nextMs: number | null }[], mostMs: number): void {
  const [first, second, third] = claimed.map(({ nextMs }) => nextMs);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(mostMs);
  expect(Math.round(first! - second!)).toBe(1_000);
  expect(third).toBeNull();
}

/** Changes the newest message of a webhook. */
async function newest(webhook: bigint, what: string): Promise<void> {
  await query(
    `UPDATE webhook_messages SET ${what} WHERE id = (SELECT max(id) FROM webhook_messages WHERE subscription_id = $1)`,
    [webhook],
  );
}
