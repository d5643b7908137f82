import type { Command } from 'commander';
import { ConfigError } from '../config.ts';
import { keyFileOf } from '../secrets/key-file.ts';
import { openSecrets } from '../secrets/open-secrets.ts';
import { resealSecrets } from '../secrets/reseal-secrets.ts';
import { actionOf } from './action.ts';

/** Adds the commands that manage the encryption of secrets. */
export function addSecretsCommands(program: Command): Command {
  const secrets = program.command('secrets').description('manage the encryption of stored secrets');
  secrets
    .command('rotate')
    .description('encrypt all stored secrets with the first key of SECRETS_KEY')
    .action(
      actionOf(async ({ config, database: { pool } }) => {
        const box = await openSecrets(config, pool);
        if (box.prefix === undefined) throw new ConfigError('SECRETS_KEY: set it to encrypt stored secrets');
        const rotated = await resealSecrets(pool, box, 'outdated');
        if (rotated > 0) {
          const where = config.SECRETS_KEY ? 'SECRETS_KEY' : keyFileOf(config.DATA_DIR);
          process.stderr.write(`Now leave only the first key in ${where}, and restart all processes.\n`);
        }
        return { rotated };
      }),
    );
  return secrets;
}
