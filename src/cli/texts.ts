import type { Command } from 'commander';
import { findAccount } from '../schema/account/find-account.ts';
import { listConflicts } from '../schema/text/list-conflicts.ts';
import { actionOf } from './action.ts';

/** Adds the command that lists texts from before that could not get their form. */
export function addTextsCommand(program: Command): void {
  program
    .command('texts')
    .description('list texts from before that stay as they are, because another record has their form')
    .option('--account <email>', 'of this account only')
    .action(
      actionOf(async ({ database: { prisma } }, { account: email }) => {
        const account = email === undefined ? undefined : await findAccount(prisma, String(email));
        const conflicts = await listConflicts(prisma, account?.id);
        return conflicts.map(({ accountId, recordId, deliveryId, ...rest }) => ({
          account_id: accountId,
          record_id: recordId,
          delivery_id: deliveryId,
          ...rest,
        }));
      }),
    );
}
