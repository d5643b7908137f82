import { accountOf, type Context } from '../../core/context.ts';
import { readTogether } from '../../core/list/read-together.ts';
import { enumOf } from '../../core/noun/kinds.ts';
import { type Day, dateOf } from './days.ts';
import { nextDateOf, type Rule } from './plan-occurrences.ts';
import { clockOf, NEXT_WITHIN_DAYS, nextOccurrenceOf } from './read-occurrences.ts';
import { readOrders } from './read-orders.ts';

export const WARNING_KIND = enumOf(
  'StandingOrderWarningKind',
  'The kind of a warning about a standing order.',
  {
    never_delivers: 'No date is possible any more.',
    archived: 'A product or the branch is archived, so its dates will fail.',
  },
);
type WarningKind = (typeof WARNING_KIND.values)[number];

/** The maximum number of warnings: one of each kind. */
export const MAX_WARNINGS = WARNING_KIND.values.length;

/** A reason why a standing order may not deliver. */
export interface StandingOrderWarning {
  kind: WarningKind;
  message: string;
}

/** Reads the warnings about an order that has not ended. Orders of a response are read together. */
export async function warningsOf(context: Context, id: bigint): Promise<StandingOrderWarning[]> {
  const { today } = await clockOf(context);
  const [next, { rule, isEnded, isUnderWay, archived }] = await Promise.all([
    nextOccurrenceOf(context, id, { hasLines: false }),
    stateOf(context, id),
  ]);
  if (isEnded || (rule.endsOn !== null && rule.endsOn < today)) return [];
  const warnings: StandingOrderWarning[] = [];
  if (next === null && !isUnderWay && neverDelivers(rule, today)) {
    const message =
      'No date is possible any more. Change its days, its last day, its pause or the closed days';
    warnings.push({ kind: 'never_delivers', message });
  }
  if (archived !== null) {
    const message = `${archived} is archived, so its dates will fail. Restore it or choose another`;
    warnings.push({ kind: 'archived', message });
  }
  return warnings;
}

/**
 * Returns whether an order without a planned date will have none. A pause until further notice is no reason.
 */
function neverDelivers(rule: Rule, today: Day): boolean {
  const isPaused = rule.pausedFrom !== null && rule.pausedUntil === null;
  const resumed = isPaused ? { ...rule, pausedFrom: null } : rule;
  const date = nextDateOf(resumed, Math.max(rule.settledUntil + 1, today));
  // If the next date is near and not planned, all near dates are closed or skipped.
  return date === null || (!isPaused && date <= today + NEXT_WITHIN_DAYS);
}

interface OrderState {
  rule: Rule;
  isEnded: boolean;
  /** Whether the order has a created delivery today or later. */
  isUnderWay: boolean;
  /** The name of the archived branch or product. */
  archived: string | null;
}

const stateOf = readTogether(async (context, given: readonly bigint[]): Promise<OrderState[]> => {
  const accountId = accountOf(context);
  const { today } = await clockOf(context);
  const ids = [...new Set(given)];
  const orders = await readOrders(context.db, accountId, ids, { hasLines: false });
  const rows = await context.db.$queryRaw<{ id: bigint; archived: string | null; is_under_way: boolean }[]>`
    SELECT standing.id, coalesce(branch.name, (
             SELECT product.name FROM standing_order_lines line
             JOIN products product ON product.account_id = ${accountId} AND product.id = line.product_id
             WHERE line.account_id = ${accountId} AND line.standing_order_id = standing.id
               AND product.archived_at IS NOT NULL
             ORDER BY line.line_number LIMIT 1)) AS archived,
           EXISTS (
             SELECT FROM occurrences occurrence
             WHERE occurrence.account_id = ${accountId} AND standing_order_id = standing.id
               AND status = 'created' AND delivery_date >= ${dateOf(today)}::date) AS is_under_way
    FROM standing_orders standing
    LEFT JOIN branches branch ON branch.account_id = ${accountId} AND branch.id = standing.branch_id
      AND branch.supermarket_id = standing.supermarket_id AND branch.archived_at IS NOT NULL
    WHERE standing.account_id = ${accountId} AND standing.id = ANY(${ids}::bigint[])`;
  const found = new Map(rows.map((row) => [row.id, row]));
  const states = new Map(
    orders.map(({ id, rule, isEnded }): [bigint, OrderState] => {
      const { archived, is_under_way: isUnderWay } = found.get(id)!;
      return [id, { rule, isEnded, isUnderWay, archived }];
    }),
  );
  return given.map((id) => states.get(id)!);
});
