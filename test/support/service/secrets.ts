import { createSecretBox } from '../../../src/schema/core/secret/secret-box.ts';

const key = Buffer.alloc(32, 'test');

/** What processes need to decrypt secrets of the test services. */
export const SECRETS_KEY = key.toString('base64');

/** The same for code in this process. */
export const secrets = createSecretBox([key]);
