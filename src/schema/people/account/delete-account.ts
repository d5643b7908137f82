import { type Db, inTransaction, type Tx } from '../../../database/connect.ts';
import { fault } from '../../core/errors.ts';
import { emailKey } from '../../core/noun/rules.ts';

/** How long a deleted account can be restored, in days. Then its rows are deleted. */
export const GRACE_DAYS = 30;

/** A deleted account, and the time of its deletion. */
export interface DeletedAccount {
  id: bigint;
  deletedAt: Date;
  /** Whether the account was not deleted before. */
  isNew: boolean;
}

/**
 * Deletes an account: its keys, sessions and links are refused, its webhooks and alerts send nothing, and its
 * running imports end. Its rows stay for {@link GRACE_DAYS} days. Deleting it again changes nothing.
 *
 * @param silence deactivates its webhooks
 * @throws AppError `not_found`
 */
export function deleteAccount(
  db: Db,
  email: string,
  silence: (tx: Tx, accountId: bigint) => Promise<void>,
): Promise<DeletedAccount> {
  return inTransaction(db, async (tx) => {
    const { id: accountId, deletedAt } = await lockAccount(tx, email);
    if (deletedAt) return { id: accountId, deletedAt, isNew: false };
    const [deleted] = await tx.$queryRaw<[{ deletedAt: Date }]>`
      UPDATE accounts SET deleted_at = now() WHERE id = ${accountId} RETURNING deleted_at AS "deletedAt"`;
    await tx.session.deleteMany({ where: { accountId } });
    await silence(tx, accountId);
    await tx.$executeRaw`
      UPDATE imports SET status = 'cancelled', done = 0, finished_at = now()
      WHERE account_id = ${accountId} AND status = 'running'`;
    return { id: accountId, ...deleted, isNew: true };
  });
}

/** A restored account, and the webhooks that send again. */
export interface RestoredAccount {
  id: bigint;
  email: string;
  webhooksEnabled: bigint[];
  /** When it was deleted. */
  deletedAt: Date;
}

/**
 * Restores a deleted account, and enables the webhooks that were active. Sessions stay ended.
 *
 * @param enable enables the webhooks that the deletion deactivated, and returns their ids
 * @throws AppError `not_found`, or `invalid_transition` if it is not deleted, or no longer complete
 */
export function restoreAccount(
  db: Db,
  email: string,
  enable: (tx: Tx, accountId: bigint) => Promise<bigint[]>,
): Promise<RestoredAccount> {
  return inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, email);
    if (!account.deletedAt)
      throw fault('account_not_deleted', `The account with the e-mail ${account.email} is not deleted`);
    if (account.isOver) {
      const end = `${GRACE_DAYS} days after it was deleted, its rows are deleted`;
      throw fault('account_gone', `The account with the e-mail ${account.email} cannot be restored: ${end}`);
    }
    await tx.$executeRaw`UPDATE accounts SET deleted_at = NULL WHERE id = ${account.id}`;
    const webhooksEnabled = await enable(tx, account.id);
    return { id: account.id, email: account.email, webhooksEnabled, deletedAt: account.deletedAt };
  });
}

interface LockedAccount {
  id: bigint;
  email: string;
  deletedAt: Date | null;
  /** Whether the rows of the account may be deleted now. */
  isOver: boolean;
}

async function lockAccount(tx: Tx, email: string): Promise<LockedAccount> {
  const [account] = await tx.$queryRaw<LockedAccount[]>`
    SELECT id, email, deleted_at AS "deletedAt",
           coalesce(deleted_at <= now() - make_interval(days => ${GRACE_DAYS}::int), false) AS "isOver"
    FROM accounts WHERE email = ${emailKey(email)} FOR NO KEY UPDATE`;
  if (!account) throw fault('unknown_account', `No account with the e-mail ${email}`);
  return account;
}
