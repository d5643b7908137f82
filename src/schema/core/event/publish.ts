import { Prisma } from '../../../generated/prisma/client.ts';
import { traceMoment } from '../../../tracing.ts';
import type { Payload } from './payload.ts';

const TRACEPARENT = Prisma.raw(`, traceparent`);

/**
 * Returns the part of a writing statement (`write`) that publishes an event for each row of its `source`
 * query, so that the change and its event are one statement. It fixes the body as of the change, and the
 * recipients: the subscriptions that are active now. The event id is drawn after the change, by a transaction
 * that already has its number; live events rely on that (`read-events.ts`). A rehearsal publishes nothing.
 *
 * @param source the name of the query whose rows changed; it has account_id and the columns of the event's
 * data
 */
export function publish({ type, columns }: Payload, source: string): Prisma.Sql {
  const trace = traceMoment(`publish ${type}`, { kind: 'PRODUCER' });
  const [column, value] = trace ? [TRACEPARENT, Prisma.sql`, ${trace}`] : [Prisma.empty, Prisma.empty];
  return Prisma.sql`
    INSERT INTO events (account_id, type, body, recipients${column})
    SELECT source.account_id, ${type}, row_to_json(body)::text,
           (SELECT array_agg(id) FROM webhook_subscriptions subscription
            WHERE subscription.account_id = source.account_id
              AND status = 'active' AND ${type} = ANY(events))${value}
    FROM ${Prisma.raw(source)} source,
         LATERAL (SELECT ${type} AS event, iso_utc(now()) AS timestamp, row_to_json(data) AS data
                  FROM (SELECT ${columns}) data) body
    WHERE NOT is_rehearsal()
    RETURNING recipients IS NOT NULL AS has_recipients`;
}
