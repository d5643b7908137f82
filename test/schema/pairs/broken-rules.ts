import type { TestService } from '../../support/service/service.ts';

/** Rules for every record, whatever was written at the same moment: queries for records that break them. */
const RULES: Record<string, string> = {
  'the value, quantity and weight of a delivery are those of its lines': `
    SELECT id FROM deliveries delivery WHERE account_id = $1 AND EXISTS (
      SELECT FROM delivery_items WHERE account_id = $1 AND delivery_id = delivery.id
      HAVING total_value <> sum(quantity * unit_price) OR total_quantity <> sum(quantity)
        OR total_weight <> sum(quantity * weight))`,
  'the returned quantity of a line is that of its returns, and not more than was delivered': `
    SELECT delivery_id FROM delivery_items item WHERE account_id = $1 AND (
      returned_quantity NOT BETWEEN 0 AND quantity OR returned_quantity <> (
        SELECT coalesce(sum(quantity), 0) FROM returns
        WHERE account_id = $1 AND delivery_id = item.delivery_id AND product_id = item.product_id))`,
  'the returned quantity of a lot is that of the returns that name it': `
    SELECT id FROM delivery_item_lots lot WHERE account_id = $1 AND superseded_at IS NULL AND lot.lot IS NOT NULL
      AND returned_quantity <> (
        SELECT coalesce(sum(quantity), 0) FROM returns
        WHERE account_id = $1 AND delivery_id = lot.delivery_id AND product_id = lot.product_id AND returns.lot = lot.lot)`,
  'the lots of a line are not more than the line': `
    SELECT delivery_id FROM delivery_items item WHERE account_id = $1 AND quantity < (
      SELECT coalesce(sum(quantity), 0) FROM delivery_item_lots
      WHERE account_id = $1 AND delivery_id = item.delivery_id AND product_id = item.product_id AND superseded_at IS NULL)`,
  'the credit of a return is its quantity by the price of the line': `
    SELECT id FROM returns back JOIN delivery_items item USING (account_id, delivery_id, product_id)
    WHERE account_id = $1 AND credit_amount <> back.quantity * unit_price`,
  'a version that is replaced is cancelled, and replaced once': `
    SELECT id FROM deliveries WHERE account_id = $1 AND replaced_by_id IS NOT NULL AND (
      status <> 'cancelled' OR replaced_by_id NOT IN (
        SELECT id FROM deliveries newer WHERE account_id = $1 AND replaces_id = deliveries.id))`,
  'a delivery has one event for each status it entered': `
    SELECT id FROM deliveries delivery WHERE account_id = $1 AND
      (in_transit_at IS NOT NULL)::int + (completed_at IS NOT NULL)::int + (cancelled_at IS NOT NULL)::int + 1 <> (
        SELECT count(*) FROM events WHERE account_id = $1 AND type LIKE 'delivery.%' AND (body::jsonb #>> '{data,delivery_id}')::bigint = delivery.id)`,
  'a return has one event': `
    SELECT id FROM returns back WHERE account_id = $1 AND 1 <> (
      SELECT count(*) FROM events WHERE account_id = $1 AND type = 'return.created' AND (body::jsonb #>> '{data,return_id}')::bigint = back.id)`,
  'a return is reversed once': `
    SELECT reverses_id FROM returns WHERE account_id = $1 AND reverses_id IS NOT NULL GROUP BY reverses_id HAVING count(*) > 1`,
  'the containers of a delivery count from its dispatch on, at its branch': `
    SELECT delivery_id FROM delivery_containers row JOIN deliveries delivery ON delivery.account_id = $1 AND delivery.id = delivery_id
    WHERE row.account_id = $1 AND (
      (row.supermarket_id, row.branch_id) <> (delivery.supermarket_id, delivery.branch_id)
      OR counted_on IS DISTINCT FROM CASE WHEN in_transit_at IS NOT NULL THEN delivery_date END)`,
  'the products are numbered without a gap': `
    SELECT max(sequence_number) FROM products WHERE account_id = $1 HAVING max(sequence_number) <> count(*)
      OR max(sequence_number) <> (SELECT last_number FROM product_sequences WHERE account_id = $1)`,
  'the supermarkets and branches are counted': `
    SELECT account_id FROM supermarket_counts WHERE account_id = $1 AND (
      supermarkets <> (SELECT count(*) FROM supermarkets WHERE account_id = $1)
      OR branches <> (SELECT count(*) FROM branches WHERE account_id = $1))`,
  'a stop of a tour is due on its day, and not cancelled': `
    SELECT delivery_id FROM tour_stops stop WHERE account_id = $1 AND NOT EXISTS (
      SELECT FROM tours tour, deliveries delivery
      WHERE tour.account_id = $1 AND tour.id = stop.tour_id AND delivery.account_id = $1
        AND delivery.id = stop.delivery_id AND delivery.status <> 'cancelled' AND delivery_date = tour.date)`,
  'an account has an owner, and the address of one': `
    SELECT id FROM accounts account WHERE id = $1 AND NOT EXISTS (
      SELECT FROM people WHERE account_id = $1 AND role = 'owner' AND email = account.email)`,
};

/** Returns which rules the records of an account break, computed anew and as simply as possible. */
export async function brokenRules({ database: { pool } }: TestService, account: bigint): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows } = await pool.query(query, [account]);
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows)}`);
  }
  return broken;
}
