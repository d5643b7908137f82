import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { answerWith, startReceiver } from '../support/webhook/receiver.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { expectQuiet, expectStatuses, messagesOf, stored, subscribe } from '../support/webhook/webhook.ts';

const DELAYS_S = [1, 2, 3];
/** How much later than planned a retry may start. */
const TOLERANCE_MS = 2_000;

const service = useService({ worker: { retryDelays: DELAYS_S } });

describe('a failed callback', () => {
  it('is retried after each delay regardless of the response, with the same bytes and id, then fails', async () => {
    const account = await createAccount(service);
    const later = answerWith(503, 'not now', { 'Retry-After': '3600' });
    await using receiver = await startReceiver(500, later, 410, 500);
    const webhook = await subscribe(account, receiver.url);
    await createProduct(account);
    const [message] = await expectStatuses(service, webhook, ['failed']);

    const { callbacks } = receiver;
    expect(callbacks).toHaveLength(4);
    for (const [index, delay] of DELAYS_S.entries()) {
      const waited = callbacks[index + 1]!.at - callbacks[index]!.at;
      expect(waited).toBeGreaterThanOrEqual(delay * 1_000);
      expect(waited).toBeLessThanOrEqual(delay * 1_000 + TOLERANCE_MS);
    }
    expect(new Set(callbacks.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([message!.webhookId]),
    );
    expect(new Set(callbacks.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    for (const { body, headers } of callbacks) {
      expect(body.equals(callbacks[0]!.body)).toBe(true);
      expect(body.toString()).toBe(message!.event.body);
      const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
      expect(new Webhook(webhook.secret).sign(message!.webhookId, sentAt, body)).toBe(
        headers['webhook-signature'],
      );
    }
    expect(message).toMatchObject({ failures: 4, nextAttemptAt: null });
    expect(message!.attempts).toHaveLength(4);
    expect(await stored(service, webhook)).toMatchObject({ status: 'active', consecutiveFailures: 4 });
    await expectQuiet(service);
    expect(callbacks).toHaveLength(4);
  });

  it('is scheduled from the end of the previous attempt', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500, 200);
    const webhook = await subscribe(account, receiver.url);
    await createProduct(account);
    await expect.poll(async () => (await messagesOf(service, webhook))[0]?.attempts).toHaveLength(1);
    const [{ nextAttemptAt, attempts }] = (await messagesOf(service, webhook)) as [never];
    const [{ attemptedAt, durationMs }] = attempts as [{ attemptedAt: Date; durationMs: number }];
    const ended = attemptedAt.getTime() + durationMs;
    expect((nextAttemptAt as Date).getTime()).toBeGreaterThanOrEqual(ended + 1_000 - 2);
    await expectStatuses(service, webhook, ['succeeded']);
  });

  it('no longer counts once a later one succeeds', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(500, 503, 204);
    const webhook = await subscribe(account, receiver.url);
    await createProduct(account);
    const [message] = await expectStatuses(service, webhook, ['succeeded']);
    expect(message!.attempts.map(({ statusCode, error }) => [statusCode, error])).toEqual([
      [500, 'unexpected_status'],
      [503, 'unexpected_status'],
      [204, null],
    ]);
    expect(message!.nextAttemptAt).toBe(null);
    expect(await stored(service, webhook)).toMatchObject({ status: 'active', consecutiveFailures: 0 });
  });
});
