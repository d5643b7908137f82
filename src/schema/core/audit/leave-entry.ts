import { isTransaction } from '../../../database/direct/direct.ts';
import { afterCommit, beforeCommit } from '../write/after-transaction.ts';
import { accountOf, type Context } from '../context.ts';
import type { AuditAction } from './actions.ts';
import { actorOf } from './actor.ts';
import type { Actor } from '../caller/actors.ts';
import { logEntry } from './log-entry.ts';
import { type AuditDetails, counterOf, writeEntry } from './write-entry.ts';

/** The entry that a write leaves in the audit log. */
export interface ChangeEntry {
  action: AuditAction;
  details?: AuditDetails | undefined;
  /** The details that only the program's log has, such as the hash of an e-mail address. */
  logged?: AuditDetails | undefined;
  /** The account of the log (default: that of the caller). */
  accountId?: bigint;
  /** Who acted (default: who acts in the context). */
  actor?: Actor;
}

/**
 * Leaves an entry of the audit log in the open transaction of the change: both are committed, or neither. It
 * is written just before the commit, since until then others of the same actor need not wait; the program's
 * log has it afterwards.
 *
 * @throws Error without a transaction
 */
export async function leaveEntry(context: Context, left: ChangeEntry): Promise<void> {
  if (!isTransaction(context.db))
    throw new Error('an entry of the audit log needs the transaction of its change');
  const { action, details, logged, accountId = accountOf(context), actor = actorOf(context) } = left;
  await beforeCommit(context, `${action} ${counterOf(actor)}`, (db) =>
    writeEntry(db, { accountId, action, actor, details }),
  );
  afterCommit(context, () =>
    logEntry(context.log(), action, { accountId, actor }, { ...logged, ...details }),
  );
}
