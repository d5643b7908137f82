import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const SEALED_PREFIX = 'sealed:v1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_LENGTH = 16;

/** The length of an encryption key, in bytes. */
export const KEY_BYTES = 32;

/**
 * The record that a sealed text belongs to. It is authenticated with the text, which cannot be opened for
 * another record.
 */
export type SecretOwner = readonly [
  'webhook secret' | 'alert secret' | 'second factor' | 'idempotent response',
  accountId: string,
  record: string,
];

/** Encrypts and decrypts values that the database must not store in plain text. */
export interface SecretBox {
  /** The prefix of every text sealed by this box; undefined without a key. */
  readonly prefix: string | undefined;
  /** Returns `text` encrypted with the first key, or unchanged without a key. */
  seal(text: string, place: SecretOwner): string;
  /**
   * Returns the text that was sealed for `place`. Text stored in plain is returned unchanged.
   *
   * @throws Error when it cannot be decrypted
   */
  open(stored: string, place: SecretOwner): string;
  /** Returns whether this box has the key with this id. */
  hasKey(id: string): boolean;
}

/** Returns the place of a webhook's secrets, the current and the previous one. */
export function webhookSecret(accountId: bigint | string, subscriptionId: bigint | string): SecretOwner {
  return ['webhook secret', String(accountId), String(subscriptionId)];
}

/** Returns the place of the secret that signs the alerts of an account. */
export function alertSecret(accountId: bigint | string): SecretOwner {
  return ['alert secret', String(accountId), String(accountId)];
}

/** Returns the place of the secret that a person's app computes codes from. */
export function secondFactorSecret(accountId: bigint | string, personId: bigint | string): SecretOwner {
  return ['second factor', String(accountId), String(personId)];
}

/** Returns the place of the response stored for an idempotency key; `key` is its stored hash. */
export function idempotentResponse(accountId: bigint | string, key: string): SecretOwner {
  return ['idempotent response', String(accountId), key];
}

/**
 * Creates a box from keys of 32 bytes. The first one encrypts, all of them decrypt. Without keys, text is
 * stored in plain.
 */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const keysById = new Map(keys.map((key) => [keyIdOf(key), createSecretKey(key)]));
  const [current] = keysById;
  const prefix = current && `${SEALED_PREFIX}${current[0]}:`;
  return {
    prefix,
    seal(text, place) {
      if (!current) return text;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, current[1], iv).setAAD(ownerBytes(place));
      const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return prefix + Buffer.concat(parts).toString('base64');
    },
    open(stored, place) {
      if (!stored.startsWith(SEALED_PREFIX)) return stored;
      const [id = '', content = ''] = stored.slice(SEALED_PREFIX.length).split(':');
      const key = keysById.get(id);
      const name = `the ${place[0]} of ${place[2]}`;
      if (!key) throw new Error(`SECRETS_KEY lacks the key ${id}, which encrypted ${name}`);
      try {
        return decrypt(key, Buffer.from(content, 'base64'), ownerBytes(place));
      } catch (error) {
        throw new Error(`${name} cannot be decrypted: it was changed, or belongs elsewhere`, {
          cause: error,
        });
      }
    },
    hasKey: (id) => keysById.has(id),
  };
}

function decrypt(key: KeyObject, bytes: Buffer, place: Buffer): string {
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), options);
  decipher.setAAD(place).setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Returns an id for a key that reveals nothing about it. */
function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('provender key id\n').update(key).digest('hex').slice(0, KEY_ID_LENGTH);
}

function ownerBytes(place: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify(place));
}
