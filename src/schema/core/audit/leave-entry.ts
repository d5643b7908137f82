import { isTransaction } from '../../../database/direct/direct.ts';
import { afterCommit, beforeCommit } from '../write/after-transaction.ts';
import { accountOf, type Context } from '../context.ts';
import type { AuditAction } from './actions.ts';
import { actorOf } from './by-whom.ts';
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

/** The entries that are no option of their transaction, and why. */
const OF_PARTS = {
  'lots.corrected': 'one transaction corrects the lots of several lines',
  'notice_link.created': 'one mail has the links of several notices',
  'occurrence.failed': 'one transaction settles the dates of several orders',
  'receipt.asked': 'the transaction is that of every decision about a receipt',
  'receipt.checked': 'one transaction accepts the receipts of several deliveries',
  'receipt.settled': 'its words are read beside the returns, and accepting a receipt has other entries',
  'session.opened': 'a recovery code has an entry of its own',
  'tour.created': 'one transaction plans all tours of a day',
  'tour.updated': 'one transaction takes stops from several tours',
  'second_factor.recovery_code_used': 'it is the second entry of a sign-in',
} satisfies Partial<Record<AuditAction, string>>;

/**
 * Leaves an entry for a part of an open transaction. Whoever opens the transaction has it as an option
 * instead: {@link inAuditedTransaction}.
 *
 * @throws Error without a transaction
 */
export function leaveEntry(
  context: Context,
  left: ChangeEntry & { action: keyof typeof OF_PARTS },
): Promise<void> {
  return addEntry(context, left);
}

/**
 * Adds an entry of the audit log to the open transaction of the change: both are committed, or neither. It is
 * written just before the commit, since until then others of the same actor need not wait; the program's log
 * has it afterwards.
 *
 * @throws Error without a transaction
 */
export async function addEntry(context: Context, left: ChangeEntry): Promise<void> {
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
