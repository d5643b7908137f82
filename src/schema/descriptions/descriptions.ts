import { ACCOUNT } from './account.ts';
import { ALERTS } from './alerts.ts';
import { ANALYTICS } from './analytics.ts';
import { AUDITS } from './audit.ts';
import { CATALOGUE } from './catalogue.ts';
import { CLOSED_DAYS } from './closed-days.ts';
import { DAY_PLANS } from './day-plans.ts';
import { DELIVERIES } from './deliveries.ts';
import { IMPORTS } from './imports.ts';
import { LISTS, standardOf } from './lists.ts';
import { LOTS } from './lots.ts';
import { PERFORMANCE } from './performance.ts';
import { SAVED_VIEWS } from './saved-views.ts';
import { STANDING_ORDERS } from './standing-orders.ts';
import { TRACES } from './traces.ts';
import { WEBHOOKS } from './webhooks.ts';
import { WITHDRAWALS } from './withdrawals.ts';
import type { DescribedKind } from '../core/builder/describe.ts';

/**
 * The descriptions of types (`Delivery`), fields and values (`Delivery.status`) and arguments (`Query.delivery(id)`)
 * that are not declared in place. Kept together they are easier to write alike. Each key must exist in the schema.
 */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...ACCOUNT,
  ...ALERTS,
  ...ANALYTICS,
  ...AUDITS,
  ...CATALOGUE,
  ...CLOSED_DAYS,
  ...DAY_PLANS,
  ...DELIVERIES,
  ...IMPORTS,
  ...LISTS,
  ...LOTS,
  ...PERFORMANCE,
  ...SAVED_VIEWS,
  ...STANDING_ORDERS,
  ...TRACES,
  ...WEBHOOKS,
  ...WITHDRAWALS,
};

/** Returns the description of what the schema has under a key, or the standard one for its name. */
export function descriptionOf(key: string, kind: DescribedKind, name: string): string | undefined {
  return DESCRIPTIONS[key] ?? standardOf(kind, name);
}
