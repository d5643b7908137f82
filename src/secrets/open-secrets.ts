import type { Pool } from 'pg';
import { type Config, ConfigError, parseSecretKeys } from '../config.ts';
import { createKeyFile, keyFileOf, readKeyFile } from './key-file.ts';
import { usedKeyIds } from './reseal-secrets.ts';
import { createSecretBox, KEY_BYTES, type SecretBox } from '../schema/core/secret/secret-box.ts';

/**
 * Returns the keys that encrypt secrets: those of SECRETS_KEY, otherwise those of the file beside the
 * embedded database, which is created while nothing is encrypted.
 *
 * @throws ConfigError when a key of stored secrets is missing
 */
export async function openSecrets(
  config: Pick<Config, 'SECRETS_KEY' | 'DATA_DIR' | 'DATABASE_URL'>,
  pool: Pool,
): Promise<SecretBox> {
  // This query comes first, because the key file is older than everything encrypted with it.
  const used = await usedKeyIds(pool);
  const box = createSecretBox(config.SECRETS_KEY ?? (await embeddedKeys(config, used.length > 0)));
  const missing = used.find((id) => !box.hasKey(id));
  if (missing === undefined) return box;
  throw new ConfigError(
    box.prefix === undefined
      ? 'SECRETS_KEY: not set, but secrets in the database are encrypted: set it to the key they were encrypted with'
      : `SECRETS_KEY: secrets in the database are encrypted with another key (${missing}): add that key, after a comma`,
  );
}

/** Returns the keys of the embedded database; none for an external database. */
async function embeddedKeys(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  isInUse: boolean,
): Promise<Buffer[]> {
  if (DATABASE_URL) return [];
  const path = keyFileOf(DATA_DIR);
  const text = await readKeyFile(path);
  if (text === undefined && isInUse) {
    throw new ConfigError(
      `SECRETS_KEY: ${path} is missing, but secrets in the database are encrypted with it: restore the file, or set SECRETS_KEY`,
    );
  }
  const keys = parseSecretKeys(text ?? (await createKeyFile(path, KEY_BYTES)));
  if (keys) return keys;
  throw new ConfigError(
    `SECRETS_KEY: ${path} must contain 32 bytes in base64, or several separated by commas`,
  );
}
