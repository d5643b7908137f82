import type { Database } from '../database/connect.ts';
import type { DeliverMessage } from '../schema/webhook/delivery-job.ts';
import { cancelIfDeactivated } from '../schema/webhook/cancel-message.ts';
import { loadMessage } from '../schema/webhook/outgoing-message.ts';
import { postponeMessage } from '../schema/webhook/postpone-message.ts';
import { recordAttempt, type RetryPolicy } from '../schema/webhook/record-attempt.ts';
import type { Lanes } from './lanes.ts';
import type { Sender } from './send-callback.ts';

export interface DeliveryOptions {
  database: Pick<Database, 'prisma' | 'pool'>;
  sender: Sender;
  lanes: Lanes;
  policy: RetryPolicy;
}

/** Sends one message once. It throws only when the database does; then the job runs again. */
export async function deliverMessage(
  job: DeliverMessage,
  { database, sender, lanes, policy }: DeliveryOptions,
): Promise<void> {
  const message = await loadMessage(database.pool, job);
  if (!message) return cancelIfDeactivated(database.prisma, job);
  if (!lanes.enter(message.subscriptionId, message.isFailing)) return postponeMessage(database.prisma, job);
  try {
    await recordAttempt(database, job, await sender.send(message), policy);
  } finally {
    lanes.leave(message.subscriptionId);
  }
}
