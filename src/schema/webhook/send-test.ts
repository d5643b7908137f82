import { inTransaction } from '../../database/connect.ts';
import { accountOf, type Context } from '../context.ts';
import { holdActive } from './hold-subscription.ts';

/** Sends the event `webhook.test` to one subscription. @throws AppError `not_found`, `insufficient_scope`, `validation_error` */
export async function sendTest(context: Context, id: string): Promise<bigint> {
  const subscription = await inTransaction(context.db, async (tx) => {
    const record = await holdActive(tx, context, id);
    await tx.$executeRaw`
      INSERT INTO events (account_id, type, body, recipients)
      SELECT ${accountOf(context)}, 'webhook.test', row_to_json(body)::text, ARRAY[${record}::bigint]
      FROM (SELECT 'webhook.test' AS event, iso_utc(now()) AS timestamp,
                   row_to_json(data) AS data
            FROM (SELECT ${record}::bigint AS webhook_id) data) body`;
    return record;
  });
  context.published(true);
  return subscription;
}
