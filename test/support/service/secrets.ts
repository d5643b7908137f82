import { createSecretBox } from '../../../src/schema/core/secret/secret-box.ts';

const key = Buffer.alloc(32, 'test');

/** The key that processes need to decrypt secrets of the test services. */
export const SECRETS_KEY = key.toString('base64');

/** The secret box with the same key, for code in this process. */
export const secrets = createSecretBox([key]);
