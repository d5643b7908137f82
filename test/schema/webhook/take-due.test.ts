import { expect, it } from 'vitest';
import { type Room, takeDue } from '../../../src/schema/webhook/take-due.ts';
import { createAccount } from '../../support/service/account.ts';
import { useService } from '../../support/service/service.ts';
import { dispatch, subscribe } from '../../support/webhook/webhook.ts';
import { publishEvents } from '../../support/service/worker.ts';

const service = useService();
const URL = 'https://hooks.example.com/';

it('takes the first message of each webhook before any second one, including those in memory', async () => {
  const { webhooks, take } = await due(3, 10);
  const first = await take({ limit: 3 });
  expect(recipients(first)).toEqual(webhooks);
  const held = first.slice(0, 1).map(({ id }) => id);
  expect(recipients(await take({ held, limit: 2 }))).toEqual(webhooks.slice(1));
});

it('takes four of a webhook, more if it is quick, one if it fails, none if it is deactivated, including those in memory', async () => {
  const { webhooks, take, set } = await due(4, 30);
  const [usual, quick, failing, deactivated] = webhooks as [bigint, bigint, bigint, bigint];
  await set(failing, 'consecutive_failures = 1');
  await set(deactivated, `status = 'deactivated', deactivated_at = now()`);
  const taken = await take({ quick: [quick] });
  const counts = Map.groupBy(taken, ({ subscriptionId }) => subscriptionId);
  expect(webhooks.map((id) => counts.get(id)?.length)).toEqual([4, 24, 1, undefined]);
  expect(counts.get(usual)!.map(({ isFailing }) => isFailing)).toEqual(Array(4).fill(false));
  expect(counts.get(failing)![0]!.isFailing).toBe(true);
  const held = taken.map(({ id }) => id);
  expect(await take({ held, quick: [quick] })).toEqual([]);
});

it('takes nothing before it is due', async () => {
  const { account, take } = await due(1, 1);
  await service.database.pool.query(
    `UPDATE webhook_messages SET next_attempt_at = now() + interval '1 second' WHERE account_id = $1`,
    [account.id],
  );
  expect(await take({})).toEqual([]);
});

it('takes new messages in the statement that creates them, after older ones', async () => {
  const { account, webhooks, take } = await due(2, 1);
  await publishEvents(service, account, 5, [{ id: Number(webhooks[0]) }]);
  const taken = await take({ limit: 4 });
  expect(recipients(taken)).toEqual([webhooks[0], webhooks[0], webhooks[0], webhooks[1]]);
  expect(recipients(taken.slice(0, 2))).toEqual(webhooks);
  expect(taken.every(({ number, since, body }) => number === 1 && since !== null && body === '{}')).toBe(
    true,
  );
  const held = taken.map(({ id }) => id);
  expect(recipients(await take({ held, quick: [webhooks[0]!] }))).toEqual(Array(3).fill(webhooks[0]));
});

it('reports how many events were waiting, whatever their number of recipients', async () => {
  const { account, webhooks } = await due(2, 1);
  const take = () => takeDue(service.database.pool, account.id, { held: [], quick: [], limit: 0 });
  expect(await take()).toEqual({ messages: [], events: 0, areEventsLeft: false });
  await publishEvents(
    service,
    account,
    3,
    webhooks.map((id) => ({ id: Number(id) })),
  );
  expect(await take()).toMatchObject({ events: 3, areEventsLeft: false });
});

/** Returns an account with webhooks that have this many due messages each. */
async function due(webhooks: number, messages: number) {
  const account = await createAccount(service);
  const ids: number[] = [];
  while (ids.length < webhooks) ids.push((await subscribe(account, URL)).id);
  const recipientsOfEach = ids.map((id) => ({ id }));
  await publishEvents(service, account, messages, recipientsOfEach);
  await dispatch(service, account);
  return {
    account,
    webhooks: ids.map(BigInt),
    take: async (room: Partial<Room>) => {
      const everything = { held: [], quick: [], limit: 100 };
      return (await takeDue(service.database.pool, account.id, { ...everything, ...room })).messages;
    },
    set: (id: bigint, what: string) =>
      service.database.pool.query(`UPDATE webhook_subscriptions SET ${what} WHERE id = $1`, [id]),
  };
}

function recipients(messages: { subscriptionId: bigint }[]): bigint[] {
  return messages.map(({ subscriptionId }) => subscriptionId).toSorted((a, b) => Number(a - b));
}
