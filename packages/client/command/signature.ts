import { createHash, createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** Returns the headers of a callback, signed as in Standard Webhooks. */
export function signedHeaders(secret: string, webhookId: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${webhookId}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Returns a webhook-id that looks like one of the service, the same for the same parts. */
export function webhookIdOf(...parts: string[]): string {
  return `msg_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}`;
}
