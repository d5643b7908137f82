import { accountOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { recordIdOf } from '../record-id.ts';
import { webhookSecret } from '../secret/secret-box.ts';
import type { RevealedSubscription } from './create-subscription.ts';
import { newSecret } from './signature.ts';

const OVERLAP_HOURS = 24;

/** Gives a subscription a new secret; the old one signs beside it for a day. @throws AppError `not_found` */
export async function rotateSecret(context: Context, id: string): Promise<RevealedSubscription> {
  const accountId = accountOf(context);
  const record = recordIdOf(id);
  const secret = newSecret();
  const sealed = context.secrets.seal(secret, webhookSecret(accountId, record));
  const rotated = await context.db.$executeRaw`
    UPDATE webhook_subscriptions
    SET previous_secret = secret, secret = ${sealed},
        previous_secret_expires_at = now() + make_interval(hours => ${OVERLAP_HOURS})
    WHERE account_id = ${accountId} AND id = ${record}`;
  if (rotated === 0) throw notFound('this webhook');
  return { id: record, secret };
}
