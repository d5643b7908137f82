import { newSecret } from '@provender/guarded-sender/signature';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { type Callback, startReceiver } from '../../../support/webhook/receiver.ts';
import { createProduct } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';
import { PATIENCE, subscribe } from '../../../support/webhook/webhook.ts';

const service = useService({ worker: {} });

describe('a callback', () => {
  it('is verified by the published package, unless a byte is changed', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const { secret } = await subscribe(account, receiver.url);
    await createProduct(account, { name: 'Müsli 🥐 "crisp" \\ <b>' });
    const [callback] = await arrived(receiver.callbacks, 1);
    expect(verify(callback!, secret)).toEqual(JSON.parse(callback!.body.toString()));
    const forged = { ...callback!, body: Buffer.from(callback!.body.toString().replace('crisp', 'crisq')) };
    expect(() => verify(forged, secret)).toThrow('No matching signature');
    expect(() => verify(callback!, newSecret())).toThrow('No matching signature');
  });

  it('is signed by both secrets for 24 hours after a rotation, then by the new one alone', async () => {
    const account = await createAccount(service);
    await using receiver = await startReceiver(200);
    const webhook = await subscribe(account, receiver.url);
    const { json } = await account.call('POST', `/webhooks/${webhook.id}/rotate-secret`);
    const old = webhook.secret;
    const { secret } = json.data;

    await movePreviousExpiry(webhook.id, '23 hours 59 minutes');
    await createProduct(account);
    const [during] = await arrived(receiver.callbacks, 1);
    expect(signaturesOf(during!)).toHaveLength(2);
    for (const each of [old, secret]) expect(() => verify(during!, each)).not.toThrow();

    await movePreviousExpiry(webhook.id, '1 minute');
    await createProduct(account);
    const [, after] = await arrived(receiver.callbacks, 2);
    expect(signaturesOf(after!)).toHaveLength(1);
    expect(() => verify(after!, secret)).not.toThrow();
    expect(() => verify(after!, old)).toThrow('No matching signature');
  });
});

async function arrived(callbacks: Callback[], count: number): Promise<Callback[]> {
  await expect.poll(() => callbacks, PATIENCE).toHaveLength(count);
  return callbacks;
}

function verify({ body, headers }: Callback, secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

function signaturesOf({ headers }: Callback): string[] {
  return String(headers['webhook-signature']).split(' ');
}

/** Moves the rotation this much further into the past. */
async function movePreviousExpiry(id: number, ago: string): Promise<void> {
  await service.database.pool.query(
    `UPDATE webhook_subscriptions SET previous_secret_expires_at = previous_secret_expires_at - $2::interval
     WHERE id = $1`,
    [id, ago],
  );
}
