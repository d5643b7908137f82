import { FairQueue } from '@provender/fair-pool/fair-queue';
import type { Attempt, Sender } from '@provender/guarded-sender';
import type { Logger } from '../log.ts';
import type { Settings } from '../schema/core/context.ts';
import { webhookSecret } from '../schema/core/secret/secret-box.ts';
import type { AttemptError } from '../schema/exchange/webhook/attempt-errors.ts';
import type { OutgoingMessage } from '../schema/exchange/webhook/claim-messages.ts';
import { STARTS_AT_ONCE } from '../schema/exchange/webhook/sending-limits.ts';
import { isTracing, traced, traceparent } from '../tracing.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export interface CallbackOptions {
  sender: Pick<Sender, 'send'>;
  secrets: Settings['secrets'];
  metrics: Pick<WorkerMetrics, 'underWay'>;
  log: Logger;
}

/**
 * Returns a function that sends a message. A message whose secret cannot be decrypted is not sent, and never
 * signed with anything else.
 */
export function createCallbacks({ sender, secrets: box, metrics, log }: CallbackOptions) {
  const starts = new FairQueue({ name: 'callbacks starting', share: STARTS_AT_ONCE, total: STARTS_AT_ONCE });
  return async (message: OutgoingMessage): Promise<Attempt> => {
    const subject = String(message.accountId);
    await starts.enter(subject);
    setImmediate(() => starts.leave(subject));
    try {
      const place = webhookSecret(message.accountId, message.subscriptionId);
      const secrets = message.secrets.map((stored) => box.open(stored, place));
      return await traceCallback(message, (headers) =>
        metrics.underWay(sender.send({ ...message, headers, secrets })),
      );
    } catch (fault) {
      log.error({ err: fault }, 'a webhook could not be signed');
      const error = 'signing_failed' satisfies AttemptError;
      const attempt = { statusCode: null, error, responseExcerpt: null };
      return { attemptedAt: new Date(), durationMs: 0, ...attempt };
    }
  };
}

/**
 * Sends a callback within the trace of the request that caused its event, if that was traced. The span
 * contains neither the URL nor the body.
 */
async function traceCallback(
  { accountId, webhookId, subscriptionId, traceparent: cause }: OutgoingMessage,
  send: (headers?: { traceparent?: string }) => Promise<Attempt>,
): Promise<Attempt> {
  if (!isTracing() || cause === null) return send();
  const attributes = {
    'messaging.message.id': webhookId,
    'provender.account': String(accountId),
    'provender.webhook': String(subscriptionId),
  };
  return traced('send webhook', { kind: 'CONSUMER', parent: { traceparent: cause }, attributes }, () =>
    traced('POST', { kind: 'CLIENT', attributes: { 'http.request.method': 'POST' } }, async (say) => {
      const attempt = await send({ traceparent: traceparent() });
      if (attempt.statusCode !== null) say({ 'http.response.status_code': attempt.statusCode });
      if (attempt.error !== null) say({ 'error.type': attempt.error });
      return attempt;
    }),
  );
}
