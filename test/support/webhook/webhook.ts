import { expect } from 'vitest';
import type { TestAccount } from '../service/account.ts';
import { takeDue } from '../../../src/schema/webhook/take-due.ts';
import { expectData } from '../http/expect-answer.ts';
import type { TestService } from '../service/service.ts';

/** How long a test waits for the worker. */
export const PATIENCE = { timeout: 20_000, interval: 25 };

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

/** Turns a batch of an account's waiting events into messages, and takes none. Returns whether events are left. */
export async function createMessages({ database }: TestService, { id }: TestAccount): Promise<boolean> {
  return (await takeDue(database.pool, id, { held: [], quick: [], limit: 0 })).areEventsLeft;
}

/** Turns an account's waiting events into messages, as its job would. */
export async function dispatch(service: TestService, account: TestAccount): Promise<void> {
  while (await createMessages(service, account));
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

/** Waits until no event waits for a dispatcher and no job is due, so that everything has been sent. */
export async function expectQuiet({ database }: TestService): Promise<void> {
  const due = async () => {
    const { rows } = await database.pool.query<{ due: string }>(`
      SELECT (SELECT count(*) FROM events WHERE recipients IS NOT NULL)
           + (SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now()) AS due`);
    return rows[0]!.due;
  };
  await expect.poll(due, PATIENCE).toBe('0');
}
