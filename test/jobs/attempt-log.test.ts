import { describe, expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { expectData } from '../support/http/expect-answer.ts';
import { answerWith, type Behaviour, startReceiver } from '../support/webhook/receiver.ts';
import { createProduct } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { expectStatuses, subscribe } from '../support/webhook/webhook.ts';

const service = useService({ worker: { retryDelays: [0] } });
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('the log of attempts', () => {
  it('shows time, duration, response and error of each', async () => {
    const [message] = await logOf(answerWith(500, 'broken'), answerWith(200, 'thanks'));
    expect(message).toEqual({
      id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      event: 'product.created',
      status: 'succeeded',
      attempts: [
        {
          attempted_at: TIME,
          status_code: 500,
          duration_ms: expect.any(Number),
          error: 'unexpected_status',
          response_excerpt: 'broken',
        },
        {
          attempted_at: TIME,
          status_code: 200,
          duration_ms: expect.any(Number),
          error: null,
          response_excerpt: 'thanks',
        },
      ],
      next_attempt_at: null,
      created_at: TIME,
    });
    const [first, second] = message.attempts;
    expect(Number.isInteger(first.duration_ms)).toBe(true);
    expect(first.duration_ms).toBeGreaterThanOrEqual(0);
    expect(second.attempted_at > first.attempted_at).toBe(true);
  });

  it.each([
    ['the first 4 KiB of a longer answer', `${'a'.repeat(4_096)}b`, 'a'.repeat(4_096)],
    ['all of an answer of 4 KiB', 'a'.repeat(4_096), 'a'.repeat(4_096)],
    ['an empty answer', '', ''],
    ['text of any script', 'žluťoučký 🐎', 'žluťoučký 🐎'],
    ['an answer with NUL bytes, without them', 'a\0b\0', 'ab'],
    ['bytes that are no text, with a sign in their place', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
    [
      'a character cut in two, with a sign in its place',
      `${'a'.repeat(4_095)}ž`,
      `${'a'.repeat(4_095)}\ufffd`,
    ],
  ])('keeps %s', async (_name, body, excerpt) => {
    const [message] = await logOf(answerWith(200, body));
    expect(message.attempts[0].response_excerpt).toBe(excerpt);
  });
});

/** Returns the log, over REST, of the only message sent to a receiver with this behaviour. */
async function logOf(...behaviours: [Behaviour, ...Behaviour[]]) {
  const account = await createAccount(service);
  await using receiver = await startReceiver(...behaviours);
  const webhook = await subscribe(account, receiver.url);
  await createProduct(account);
  await expectStatuses(service, webhook, ['succeeded']);
  return expectData(await account.call('GET', `/webhooks/${webhook.id}/deliveries`));
}
