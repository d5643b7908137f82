import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createSecretBox,
  idempotentResponse,
  webhookSecret,
} from '../../../../src/schema/core/secret/secret-box.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const PLACE = webhookSecret(1n, 2n);
const SECRET = 'whsec_ünïcode';

describe('a secret box', () => {
  it('opens what it sealed, and never seals to the same text twice', () => {
    const box = createSecretBox([first]);
    const sealed = [box.seal(SECRET, PLACE), box.seal(SECRET, PLACE)];
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const text of sealed) {
      expect(text).toMatch(/^sealed:v1:[0-9a-f]{16}:[A-Za-z0-9+/]+=*$/);
      expect(text.startsWith(box.prefix!)).toBe(true);
      expect(box.open(text, PLACE)).toBe(SECRET);
    }
  });

  it('opens nothing that belongs to another account, webhook or purpose', () => {
    const box = createSecretBox([first]);
    const sealed = box.seal(SECRET, PLACE);
    const others = [
      webhookSecret(2n, 2n),
      webhookSecret(1n, 3n),
      webhookSecret(12n, ''),
      webhookSecret('', 12n),
    ];
    for (const place of [...others, idempotentResponse(1n, '2')]) {
      expect(() => box.open(sealed, place)).toThrow('cannot be decrypted');
    }
  });

  it('opens nothing that was changed or truncated', () => {
    const box = createSecretBox([first]);
    const sealed = box.seal(SECRET, PLACE);
    const bytes = Buffer.from(sealed.slice(box.prefix!.length), 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => box.open(box.prefix + changed.toString('base64'), PLACE)).toThrow('cannot be decrypted');
      expect(() => box.open(box.prefix + bytes.subarray(0, at).toString('base64'), PLACE)).toThrow(
        'cannot be decrypted',
      );
    }
  });

  it('seals with its first key and opens with any', () => {
    const [old, both] = [createSecretBox([first]), createSecretBox([second, first])];
    expect(both.open(old.seal(SECRET, PLACE), PLACE)).toBe(SECRET);
    expect(() => old.open(both.seal(SECRET, PLACE), PLACE)).toThrow(/SECRETS_KEY/);
  });

  it('stores plain text without a key, and with a key still opens plain text', () => {
    const none = createSecretBox([]);
    expect(none.seal(SECRET, PLACE)).toBe(SECRET);
    expect(none.prefix).toBeUndefined();
    expect(createSecretBox([first]).open(SECRET, PLACE)).toBe(SECRET);
    expect(() => none.open(createSecretBox([first]).seal(SECRET, PLACE), PLACE)).toThrow(/SECRETS_KEY/);
  });
});
