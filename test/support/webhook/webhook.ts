import { expect } from 'vitest';
import type { TestAccount } from '../service/account.ts';
import { dispatchEvents } from '../../../src/schema/exchange/webhook/dispatch-events.ts';
import { expectData } from '../http/expect-answer.ts';
import type { TestService } from '../service/service.ts';

/** How long a test waits for the worker. */
export const PATIENCE = { timeout: 60_000, interval: 25 };

export interface TestWebhook {
  id: number;
  secret: string;
}

/** Subscribes a URL to events (default: new products). */
export async function subscribe(
  account: TestAccount,
  url: string,
  events: string[] = ['product.created'],
): Promise<TestWebhook> {
  return expectData(await account.call('POST', '/webhooks', { body: { url, events } }), 201);
}

/** Returns the messages of a webhook, oldest first, with their attempts, bypassing the rate limit. */
export function messagesOf({ database }: TestService, { id }: TestWebhook) {
  return database.prisma.webhookMessage.findMany({
    where: { subscriptionId: BigInt(id) },
    include: { event: true, attempts: { orderBy: { id: 'asc' } } },
    orderBy: { id: 'asc' },
  });
}

/** Turns a batch of waiting events into messages, and sends none. Returns whether events are left. */
export async function createMessages({ database }: TestService): Promise<boolean> {
  const { areLeft, last } = await dispatchEvents(database.pool, 0n);
  return areLeft || last > 0n;
}

/** Turns all waiting events into messages, as the dispatcher would. */
export async function dispatch(service: TestService): Promise<void> {
  while (await createMessages(service));
}

/** Returns the messages of a webhook without their log. */
export async function statesOf(service: TestService, webhook: TestWebhook) {
  return (await messagesOf(service, webhook)).map(({ status, failures, nextAttemptAt, lease }) => {
    return { status, failures, nextAttemptAt, lease };
  });
}

/** Returns a webhook as it is stored. */
export function stored({ database }: TestService, { id }: TestWebhook) {
  return database.prisma.webhookSubscription.findFirstOrThrow({ where: { id: BigInt(id) } });
}

/** Waits until the messages of a webhook have these statuses, oldest first. */
export async function expectStatuses(service: TestService, webhook: TestWebhook, statuses: string[]) {
  const read = async () => (await messagesOf(service, webhook)).map(({ status }) => status);
  await expect.poll(read, PATIENCE).toEqual(statuses);
  return messagesOf(service, webhook);
}

/** Waits until nothing is due or in progress, so that everything has been sent. */
export async function expectQuiet({ database }: TestService): Promise<void> {
  const due = async () => {
    const { rows } = await database.pool.query<{ due: string }>(`
      SELECT (SELECT count(*) FROM events WHERE recipients IS NOT NULL)
           + (SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now())
           + (SELECT count(*) FROM webhook_messages m JOIN webhook_subscriptions s ON s.account_id = m.account_id AND s.id = subscription_id
              WHERE m.status = 'pending' AND (next_attempt_at <= now() OR lease IS NOT NULL)) AS due`);
    return rows[0]!.due;
  };
  await expect.poll(due, PATIENCE).toBe('0');
}
