import { newSecret } from '@provender/guarded-sender/signature';
import type { Context } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { webhookSecret } from '../../core/secret/secret-box.ts';
import { MAX_REPLACED_SECRETS, OVERLAP_HOURS } from '../limits.ts';
import type { RevealedSubscription } from './create-subscription.ts';
import { holdSubscription } from './hold-subscription.ts';

const TOO_OFTEN = `Secrets that were replaced sign for another ${OVERLAP_HOURS} hours, at most ${MAX_REPLACED_SECRETS} of them. Rotate the secret later, or create another webhook`;

/**
 * Replaces the secret of a subscription; callbacks are signed with both for a day, and with all that were
 * replaced within a day.
 *
 * @throws AppError `not_found`, `insufficient_scope`, or `quota_exceeded` when a secret could not sign as
 * long as promised
 */
export async function rotateSecret(context: Context, subscription: string): Promise<RevealedSubscription> {
  const secret = newSecret();
  return holdSubscription(context, subscription, async (tx, { accountId, id }) => {
    const sealed = context.settings.secrets.seal(secret, webhookSecret(accountId, id));
    const [{ count } = { count: 0 }] = await tx.$queryRaw<{ count: number }[]>`
      WITH kept AS (
        INSERT INTO webhook_earlier_secrets (account_id, subscription_id, secret, expires_at)
        SELECT account_id, id, previous_secret, previous_secret_expires_at FROM webhook_subscriptions
        WHERE account_id = ${accountId} AND id = ${id} AND previous_secret_expires_at > now() RETURNING 1
      )
      SELECT ((SELECT count(*) FROM kept) + count(*))::int AS count FROM webhook_earlier_secrets
      WHERE account_id = ${accountId} AND subscription_id = ${id} AND expires_at > now()`;
    if (count >= MAX_REPLACED_SECRETS)
      throw fault('too_many_secrets', TOO_OFTEN, null, { max: MAX_REPLACED_SECRETS });
    await tx.$executeRaw`
      UPDATE webhook_subscriptions
      SET previous_secret = secret, secret = ${sealed},
          previous_secret_expires_at = now() + make_interval(hours => ${OVERLAP_HOURS})
      WHERE account_id = ${accountId} AND id = ${id}`;
    return { id, secret };
  });
}
