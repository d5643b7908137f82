import type { Database } from '../src/database/connect.ts';
import type { EventType } from '../src/schema/core/event/events.ts';
import { PAYLOADS } from '../src/schema/exchange/live-event/payloads.ts';
import type { Receiver } from './receiver.ts';
import { type Stage, until } from './stage.ts';
import type { Acknowledged, Load } from './writes.ts';

const WAIT_MS = 60_000;

/** The tables whose rows each have an event; null where the database does not show the change. */
const CHANGED: Record<EventType, string | null> = {
  'delivery.created': 'deliveries',
  'delivery.in_transit': 'deliveries WHERE in_transit_at IS NOT NULL',
  'delivery.completed': 'deliveries WHERE completed_at IS NOT NULL',
  'delivery.cancelled': 'deliveries WHERE cancelled_at IS NOT NULL',
  'return.created': 'returns',
  'product.created': 'products',
  'product.updated': null,
};

interface EventRow {
  account_id: string;
  body: string;
  webhook_ids: string[] | null;
}

/** Waits until everything is sent, then compares acknowledged writes, stored data, and received callbacks. */
export async function audit(
  { database, report }: Pick<Stage, 'database' | 'report'>,
  receiver: Receiver,
  load: Load,
): Promise<void> {
  const started = Date.now();
  const isDrained = await until(() => isAllSent(database), load.lastAt + WAIT_MS - started);
  report.figure('writes acknowledged', load.acknowledged.length);
  report.figure('moves made without an acknowledgement', load.untold);
  for (const [kind, count] of load.setbacks) report.figure(`attempts repeated: ${kind}`, count);
  report.none('acknowledged changes missing', await missingChanges(database, load.acknowledged));
  report.none('changes made twice under one Idempotency-Key', await doubledChanges(database));

  const { rows: events } = await database.pool.query<EventRow>(`
    SELECT account_id, body, (
      SELECT array_agg(webhook_id) FROM webhook_messages message
      WHERE message.account_id = events.account_id AND event_id = events.id) AS webhook_ids
    FROM events`);
  const counts = Map.groupBy(events, ({ account_id, body }) => nameOf(account_id, body));
  const expected = await expectedEvents(database, load.acknowledged);
  const times = [...expected].map((name) => counts.get(name)?.length ?? 0);
  report.figure('changes in the database, each with its event', expected.size);
  report.none('changes without an event', times.filter((count) => count === 0).length);
  report.none('changes with several events', times.filter((count) => count > 1).length);
  report.none('events without a change', [...counts.keys()].filter((name) => !expected.has(name)).length);

  const lost = events.filter(({ webhook_ids }) => !webhook_ids?.some((id) => receiver.arrivals.has(id)));
  const split = events.filter(({ webhook_ids }) => (webhook_ids?.length ?? 0) > 1);
  report.none('events the receiver never saw', lost.length);
  report.none('events under several webhook-ids', split.length);
  report.none('callbacks that differ from what is stored', foreignArrivals(events, receiver));
  report.none('callbacks repeated with other bytes', receiver.counts.altered);
  report.none('callbacks with a wrong signature', receiver.counts.forged);
  report.holds('everything sent within 60 s', isDrained);
  report.figure('callbacks repeated after a 2xx, under the same webhook-id', receiver.counts.repeats);
  report.figure('last write to all sent', `${Math.max(0, Date.now() - load.lastAt)} ms`);
}

/** Returns whether no event and no message waits. */
export async function isAllSent({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ waits: boolean }>(`
    SELECT EXISTS (SELECT FROM events WHERE recipients IS NOT NULL)
        OR EXISTS (SELECT FROM webhook_messages WHERE status = 'pending') AS waits`);
  return !rows[0]!.waits;
}

async function missingChanges({ pool }: Database, acknowledged: Acknowledged[]): Promise<number> {
  const { rows } = await pool.query<{ change: string }>(`
    SELECT format('delivery %s %s %s', account_id, id, notes) AS change FROM deliveries
    UNION ALL SELECT format('move %s %s in_transit', account_id, id) FROM deliveries WHERE in_transit_at IS NOT NULL
    UNION ALL SELECT format('move %s %s completed', account_id, id) FROM deliveries WHERE completed_at IS NOT NULL
    UNION ALL SELECT format('move %s %s cancelled', account_id, id) FROM deliveries WHERE cancelled_at IS NOT NULL
    UNION ALL SELECT format('return %s %s %s', account_id, id, description) FROM returns
    UNION ALL SELECT format('product %s %s %s', account_id, id, name) FROM products
    UNION ALL SELECT format('update %s %s %s', account_id, body::json->'data'->>'product_id', body::json->'data'->>'name')
    FROM events WHERE type = 'product.updated'`);
  const made = new Set(rows.map(({ change }) => change));
  return acknowledged.filter(
    ({ kind, accountId, id, mark, status }) => !made.has(`${kind} ${accountId} ${id} ${status ?? mark}`),
  ).length;
}

async function doubledChanges({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ doubled: number }>(`
    SELECT count(*)::int AS doubled FROM (
      SELECT FROM (SELECT notes AS mark FROM deliveries UNION ALL SELECT description FROM returns
                   UNION ALL SELECT body::json->'data'->>'name' FROM events
                   WHERE type = 'product.created' AND body NOT LIKE '%"name":"Product %') mark
      -- Deliveries of standing orders have no notes.
      WHERE mark IS NOT NULL
      GROUP BY mark HAVING count(*) > 1) twice`);
  return rows[0]!.doubled;
}

/** Returns a name for each change, which is also that of the event it must have. */
async function expectedEvents({ pool }: Database, acknowledged: Acknowledged[]): Promise<Set<string>> {
  const changes = Object.entries(CHANGED).flatMap(([type, rows]) =>
    rows === null ? [] : [`SELECT format('%s ${type} %s', account_id, id) AS name FROM ${rows}`],
  );
  const { rows } = await pool.query<{ name: string }>(changes.join(' UNION ALL '));
  const updates = acknowledged.filter(({ kind }) => kind === 'update');
  return new Set([
    ...rows.map(({ name }) => name),
    ...updates.map(({ accountId, id, mark }) => `${accountId} product.updated ${id} ${mark}`),
  ]);
}

function nameOf(accountId: string, body: string): string {
  const { event, data } = JSON.parse(body) as { event: EventType; data: Record<string, unknown> };
  const [id] = Object.keys(PAYLOADS[event].data);
  return `${accountId} ${event} ${String(data[id!])}${event === 'product.updated' ? ` ${String(data.name)}` : ''}`;
}

/** Counts callbacks with an unknown webhook-id, or with another body than the event's. */
function foreignArrivals(events: EventRow[], receiver: Receiver): number {
  const bodies = new Map(events.flatMap(({ body, webhook_ids: ids }) => ids?.map((id) => [id, body]) ?? []));
  return [...receiver.arrivals].filter(([id, { body }]) => bodies.get(id) !== body).length;
}
