import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import type { Answer } from '../../../support/http/answer.ts';
import { expectData, expectError } from '../../../support/http/expect-answer.ts';
import { createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';
import { endpointsOf } from '../../../support/webhook/endpoints.ts';
import { startTestWorker } from '../../../support/service/worker.ts';
import { dispatch, messagesOf, PATIENCE, subscribe } from '../../../support/webhook/webhook.ts';

const service = useService({ own: 'runs a worker' });
const URL = 'https://hooks.example.com/';
const ROUNDS = 8;

const CHANGES: [name: string, method: string, path: string, body?: object][] = [
  ['describing', 'PATCH', '', { description: 'x' }],
  ['changing', 'PATCH', '', { url: 'https://other.example.com/', events: ['product.updated'] }],
  ['enabling', 'POST', '/enable'],
  ['rotating the secret of', 'POST', '/rotate-secret'],
  ['testing', 'POST', '/test'],
  ['recovering', 'POST', '/recover'],
  ['resending a message of', 'POST', '/deliveries/:message/resend'],
];

describe('DELETE /webhooks/{id}', () => {
  it('returns the deleted webhook, which then no longer exists', async () => {
    const account = await createAccount(service);
    const { id } = await subscribe(account, URL);
    expect(expectData(await account.call('DELETE', `/webhooks/${id}`))).toEqual({ id, deleted: true });
    for (const [method, path, body] of endpointsOf(id)) {
      expectError(await account.call(method, path, { body }), 404, 'not_found');
    }
  });
});

it.each(CHANGES)(
  '%s a webhook that is deleted meanwhile is done or not found',
  async (_, method, path, body) => {
    const seen: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Every request counts; a new account each time stays below its limit.
      const account = await createAccount(service);
      const webhook = await subscribe(account, URL);
      let message = 'msg_none';
      if (path.includes(':message')) {
        await createProduct(account);
        await dispatch(service);
        message = (await messagesOf(service, webhook))[0]!.webhookId;
      }
      const target = `/webhooks/${webhook.id}${path.replace(':message', message)}`;
      const change = () => account.call(method, target, { body });
      const remove = () => account.call('DELETE', `/webhooks/${webhook.id}`);
      const answers = await Promise.all(
        round % 2 ? [change(), remove(), change()] : [remove(), change(), change()],
      );
      seen.push(...answers.map(({ status }) => status));
      for (const answer of answers) expectNoFault(answer);
    }
    expect(new Set(seen)).toContain(200);
  },
);

it('a webhook that is being deleted delays nobody, and leaves no message', async () => {
  const account = await createAccount(service);
  const [gone, kept] = [await subscribe(account, URL), await subscribe(account, URL)];
  const client = await service.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('DELETE FROM webhook_subscriptions WHERE account_id = $1 AND id = $2', [
      account.id,
      gone.id,
    ]);
    // Both are still recipients of its event.
    await createProduct(account);
    await dispatch(service);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  expect(await messagesOf(service, kept)).toHaveLength(1);
  startTestWorker(service);
  await expect.poll(() => messagesOf(service, gone), PATIENCE).toEqual([]);
});

function expectNoFault({ status, json }: Answer): void {
  const outcome = [status, json.error?.code];
  expect([
    [200, undefined],
    [404, 'not_found'],
  ]).toContainEqual(outcome);
}
