import { ADD_ALERT_JOB } from '../../core/event/alert-job.ts';
import { ALERTED_DAYS } from '../alert/types.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { accountOf, callerOf, type Context, insufficientScope } from '../../core/context.ts';
import { addGenerationJob } from '../../trade/standing-order/generation-jobs.ts';
import { RESTORED } from './deactivation.ts';
import { enableSubscription } from './enable-subscription.ts';

/**
 * Enables everything that rests since a backup was restored: the account's webhooks, whose number is bounded
 * by the plan, its alerts and its standing orders. Writes an audit entry, if anything rested.
 *
 * @returns how many webhooks were enabled
 * @throws AppError `insufficient_scope`
 */
export async function enableRestored(context: Context): Promise<number> {
  const { count } = await inAuditedTransaction(
    context,
    async (inside) => {
      const wasResting = await endRest(inside);
      const restored = await inside.db.webhookSubscription.findMany({
        where: { accountId: accountOf(context), status: 'deactivated', deactivationError: RESTORED },
        select: { id: true },
        orderBy: { id: 'asc' },
      });
      for (const { id } of restored) await enableSubscription(inside, String(id));
      return { wasResting, count: restored.length };
    },
    ({ wasResting, count }) =>
      wasResting || count > 0 ? { action: 'webhook.restored_enabled', details: { count } } : undefined,
  );
  return count;
}

/** Lets the account send alerts and create deliveries again. Returns whether it was resting. */
async function endRest(context: Context): Promise<boolean> {
  const { db } = context;
  const accountId = accountOf(context);
  const rested = await db.$executeRaw`
    UPDATE accounts SET resting_since = NULL WHERE id = ${accountId} AND resting_since IS NOT NULL`;
  if (rested === 0) return false;
  const caller = callerOf(context);
  // The scope is needed because standing orders create deliveries from now on.
  if (!caller.scopes.has('deliveries:write')) throw insufficientScope('deliveries:write', caller);
  // Alerts of the backup are too old to be sent.
  await db.$executeRaw`
    DELETE FROM alerts WHERE account_id = ${accountId} AND status = 'pending'
      AND created_at <= now() - make_interval(days => ${ALERTED_DAYS}::int)`;
  await addGenerationJob(db, accountId);
  await db.$executeRawUnsafe(ADD_ALERT_JOB);
  return true;
}
