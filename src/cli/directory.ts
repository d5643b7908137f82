import type { Command } from 'commander';
import { ConfigError } from '../config.ts';
import { OPERATOR } from '../schema/core/caller/actors.ts';
import { emailHash } from '../schema/core/audit/email-hash.ts';
import { logEntry } from '../schema/core/audit/log-entry.ts';
import { releaseEmail } from '../schema/people/cell/claim-email.ts';
import { emailKey } from '../schema/core/noun/rules.ts';
import { actionOf } from './action.ts';

/** Adds the commands that manage the directory of cells. */
export function addDirectoryCommands(program: Command): Command {
  const directory = program.command('directory').description('manage the e-mail addresses of all cells');
  directory
    .command('release')
    .description('free an e-mail that is reserved for this cell, and that no account has')
    .requiredOption('--email <email>')
    .action(
      actionOf(async ({ database: { prisma }, directory, log }, options) => {
        if (!directory) throw new ConfigError('DIRECTORY_URL: set it, and CELL, to release an e-mail');
        const email = emailKey(String(options.email));
        const released = await releaseEmail(prisma, directory, email);
        if (released) logEntry(log, 'email.released', { actor: OPERATOR }, emailHash(email));
        return { email, cell: directory.cell, released };
      }),
    );
  return directory;
}
