import { newSecret } from '@provender/guarded-sender/signature';
import type { Context } from '../context.ts';
import { webhookSecret } from '../secret/secret-box.ts';
import type { RevealedSubscription } from './create-subscription.ts';
import { holdSubscription } from './hold-subscription.ts';

const OVERLAP_HOURS = 24;

/**
 * Replaces the secret of a subscription; callbacks are signed with both for a day.
 *
 * @throws AppError `not_found`, `insufficient_scope`
 */
export async function rotateSecret(context: Context, subscription: string): Promise<RevealedSubscription> {
  const secret = newSecret();
  return holdSubscription(context, subscription, async (tx, { accountId, id }) => {
    const sealed = context.settings.secrets.seal(secret, webhookSecret(accountId, id));
    await tx.$executeRaw`
      UPDATE webhook_subscriptions
      SET previous_secret = secret, secret = ${sealed},
          previous_secret_expires_at = now() + make_interval(hours => ${OVERLAP_HOURS})
      WHERE account_id = ${accountId} AND id = ${id}`;
    return { id, secret };
  });
}
