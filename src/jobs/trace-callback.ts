import type { Attempt } from '@provender/guarded-sender';
import type { OutgoingMessage } from '../schema/webhook/claim-messages.ts';
import { isTracing, traced, traceparent } from '../tracing.ts';

/**
 * Sends a callback within the trace of the request that caused its event, if that was traced. The span contains
 * neither the URL nor the body.
 */
export async function traceCallback(
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
