import type { Database } from '../database/connect.ts';
import type { DeliverMessage } from '../schema/webhook/delivery-job.ts';
import { cancelIfDeactivated } from '../schema/webhook/cancel-message.ts';
import type { LoadMessage } from '../schema/webhook/outgoing-message.ts';
import type { PostponeMessage } from '../schema/webhook/postpone-message.ts';
import type { RecordAttempt } from '../schema/webhook/record-attempt.ts';
import type { Lanes } from './lanes.ts';
import type { Sender } from './send-callback.ts';

export interface DeliveryOptions {
  database: Pick<Database, 'prisma'>;
  loadMessage: LoadMessage;
  postponeMessage: PostponeMessage;
  sender: Sender;
  lanes: Lanes;
  recordAttempt: RecordAttempt;
}

/** Sends one message once. It throws only when the database does; then the message's job runs again. */
export async function deliverMessage(
  job: DeliverMessage,
  { database, loadMessage, postponeMessage, sender, lanes, recordAttempt }: DeliveryOptions,
): Promise<void> {
  const message = await loadMessage(job);
  if (!message) return cancelIfDeactivated(database.prisma, job);
  const hasLane = await lanes.enter(message.subscriptionId, message.isFailing);
  if (!hasLane) return postponeMessage(job);
  let hasFailed = message.isFailing;
  try {
    const attempt = await sender.send(message);
    hasFailed = attempt.error !== null;
    await recordAttempt(job, attempt);
  } finally {
    lanes.leave(message.subscriptionId, hasFailed);
  }
}
