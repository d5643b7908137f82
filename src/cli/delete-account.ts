import { resolve } from 'node:path';
import type { Command } from 'commander';
import { exportAccount, type Exported } from '../backup/export-account.ts';
import { deleteAccount, restoreAccount } from '../schema/people/account/delete-account.ts';
import { enableSilenced, silenceWebhooks } from '../schema/exchange/webhook/account-end.ts';
import { fault } from '../schema/core/errors.ts';
import { emailKey } from '../schema/core/noun/rules.ts';
import { actionOf } from './action.ts';
import { printNext } from './print.ts';
import type { CommandSession } from './run.ts';

/** Adds the commands that delete, restore and export accounts. */
export function addDeletionCommands(account: Command): void {
  account
    .command('delete')
    .description('delete an account, which can be restored for 30 days')
    .requiredOption('--email <email>')
    .option('--export <folder>', 'write what the account has into a new folder first')
    .action(
      actionOf(async (session, { email, export: folder }) => {
        if (folder !== undefined) await writeExport(session, String(email), String(folder));
        return session.audited(async (tx, leave) => {
          const { id, deletedAt, isNew } = await deleteAccount(tx, String(email), silenceWebhooks);
          if (isNew) await leave('account.deleted', id);
          return { id, deleted_at: deletedAt };
        });
      }),
    );
  account
    .command('restore')
    .description('restore a deleted account')
    .requiredOption('--email <email>')
    .action(
      actionOf(({ audited }, { email }) =>
        audited(async (tx, leave) => {
          const restored = await restoreAccount(tx, String(email), enableSilenced);
          await leave('account.restored', restored.id);
          return restored;
        }).then(({ webhooksEnabled, deletedAt, ...restored }) => {
          for (const id of webhooksEnabled)
            printNext(
              'To send what a webhook missed meanwhile, run',
              `webhook recover --id ${id} --since ${deletedAt.toISOString()}`,
            );
          return { ...restored, webhooks_enabled: webhooksEnabled.length };
        }),
      ),
    );
  account
    .command('export')
    .description('write what an account has into a new folder, also of a deleted account')
    .requiredOption('--email <email>')
    .requiredOption('--folder <folder>')
    .action(
      actionOf(async (session, { email, folder }) => writeExport(session, String(email), String(folder))),
    );
}

async function writeExport(
  { database, url }: CommandSession,
  email: string,
  folder: string,
): Promise<Exported & { id: bigint; folder: string }> {
  const account = await database.prisma.account.findUnique({
    where: { email: emailKey(email) },
    select: { id: true },
  });
  if (!account) throw fault('unknown_account', `No account with the e-mail ${email}`);
  const to = {
    folder: resolve(folder),
    onProgress: (text: string) => void process.stderr.write(`${text}\n`),
  };
  return { id: account.id, folder: to.folder, ...(await exportAccount(url, account.id, to)) };
}
