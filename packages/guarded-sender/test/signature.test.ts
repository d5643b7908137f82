import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signedHeaders } from '../src/signature.ts';

describe('the signature', () => {
  it('is the one published with Standard Webhooks', () => {
    const body = '{"event_type":"ping","data":{"success":true}}';
    const sentAt = new Date(1_731_705_121_000);
    const secrets = ['whsec_plJ3nmyCDGBKInavdOK15jsl'];
    expect(signedHeaders('msg_loFOjxBNrRLzqYUf', sentAt, body, secrets)).toEqual({
      'webhook-id': 'msg_loFOjxBNrRLzqYUf',
      'webhook-timestamp': '1731705121',
      'webhook-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    });
  });

  it('is the one the published package makes, whatever the body', () => {
    const secret = newSecret();
    const sentAt = new Date(1_731_705_121_987);
    for (const body of ['', '{"name":"Müsli 🥐"}', '{"path":"C:\\\\"}', 'x'.repeat(100_000)]) {
      const { 'webhook-signature': signature } = signedHeaders('msg_1', sentAt, body, [secret]);
      expect(signature).toBe(new Webhook(secret).sign('msg_1', sentAt, body));
    }
  });

  it('has a new secret of 32 random bytes behind it', () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });
});
