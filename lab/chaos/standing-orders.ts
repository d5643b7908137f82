import type { Database } from '../../src/database/connect.ts';
import { fillStandingOrders } from '../fill.ts';
import type { Supplier } from '../supplier.ts';
import { type Stage, until } from '../stage.ts';

/** The dates of each order that are due. */
const LEAD_DAYS = 14;
const ORDERS = 10;
const DONE_WITHIN_MS = 120_000;

/**
 * Creates orders that the generation looks at one after the other within some seconds, so that kills hit
 * some.
 */
export async function createOrders(
  database: Database,
  suppliers: Supplier[],
  seconds: number,
): Promise<void> {
  const orders = { count: ORDERS, lead: LEAD_DAYS, lines: 1, within: seconds };
  for (const supplier of suppliers) await fillStandingOrders(database, supplier, orders);
}

/** Waits until no date is due, then compares the dates that were due with the deliveries. */
export async function auditOrders({ database, report }: Pick<Stage, 'database' | 'report'>): Promise<void> {
  const { pool } = database;
  const isDone = await until(async () => {
    const { rows } = await pool.query<{ due: boolean }>(
      `SELECT EXISTS (SELECT FROM standing_orders WHERE check_at <= now() + interval '1 minute') AS due`,
    );
    return !rows[0]!.due;
  }, DONE_WITHIN_MS);
  const { rows } = await pool.query<{ created: number; missing: number; twice: number; stray: number }>(`
    WITH due AS (
      SELECT account_id, id AS standing_order_id, created_at::date + ahead AS date
      FROM standing_orders, generate_series(1, ${LEAD_DAYS}) AS ahead
    ), made AS (
      SELECT account_id, standing_order_id, occurrence_date AS date, count(*) AS deliveries
      FROM deliveries WHERE standing_order_id IS NOT NULL AND replaces_id IS NULL GROUP BY 1, 2, 3
    )
    SELECT (SELECT count(*)::int FROM occurrences WHERE status = 'created') AS created,
           (SELECT count(*)::int FROM due LEFT JOIN made USING (account_id, standing_order_id, date)
            WHERE made.deliveries IS NULL) AS missing,
           (SELECT count(*)::int FROM made WHERE deliveries > 1) AS twice,
           (SELECT count(*)::int FROM made LEFT JOIN occurrences USING (account_id, standing_order_id, date)
            WHERE occurrences.status IS DISTINCT FROM 'created') AS stray`);
  const { created, missing, twice, stray } = rows[0]!;
  report.figure('dates of standing orders that were created', created);
  report.none('dates that were due and not created', missing);
  report.none('dates that were created twice', twice);
  report.none('deliveries of dates that are not stored', stray);
  report.holds('all dates created within two minutes', isDone);
}
