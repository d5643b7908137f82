import { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/connect.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { type AppError, fault } from '../../core/errors.ts';
import { listOf } from '../../core/noun/list-of.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { calendarDate } from '../../core/noun/rules.ts';
import { valid } from '../../core/noun/valid.ts';
import { ifVersion } from '../../core/version/require-version.ts';
import { MAX_ORDER_LINES } from '../limits.ts';
import { type Day, dateOf, dayOf } from './days.ts';
import { OCCURRENCE_LINE_FIELDS } from './fields.ts';
import { addGenerationJob } from './generation-jobs.ts';
import { lockLiveOrder } from './lock-order.ts';
import { createMissed } from './restore-missed.ts';
import { isDateOf } from './plan-occurrences.ts';
import { type Line, lineAsJson, readClock } from './read-orders.ts';
import { type OccurrencePlan, type PlannedOccurrence, readPlans } from './read-plans.ts';
import { requireUsable } from './require-usable.ts';

/** The date of a standing order in a request. */
export interface OccurrenceRef {
  id: string;
  date: string;
}

/** An occurrence and its order. */
export interface OccurrenceOf {
  orderId: bigint;
  day: Day;
}

const Given = z.object({ date: calendarDate });

const OCCURRENCE_LINES = listOf(OCCURRENCE_LINE_FIELDS, {
  type: 'OccurrenceLine',
  max: MAX_ORDER_LINES,
  tooMany: `must contain at most ${MAX_ORDER_LINES} lines`,
  tooFew: 'must contain at least one line',
  distinct: { by: 'productId', error: 'repeats a product; each can appear once' },
});
const ChangedLines = z.object({ lines: OCCURRENCE_LINES.rule });

/**
 * Skips a planned date.
 *
 * @throws AppError `not_found`, also on date, or `invalid_transition` on date or status
 */
export function skipOccurrence(context: Context, ref: OccurrenceRef): Promise<OccurrenceOf> {
  return change(context, ref, async (its) => {
    const { isChanged, lines } = requirePlanned(its);
    await store(its, { status: 'skipped', lines: isChanged ? lines : null });
  });
}

/**
 * Replaces the lines of a planned date.
 *
 * @param ifMatch the version of the order
 * @throws AppError `validation_error`, `not_found`, also on date, `precondition_failed`, or
 * `invalid_transition` on date or status
 */
export function changeOccurrence(
  context: Context,
  ref: OccurrenceRef,
  lines: unknown,
  ifMatch?: string | null,
): Promise<OccurrenceOf> {
  const given = valid(ChangedLines, { lines }).lines;
  return ifVersion(context, 'StandingOrder', recordIdOf(ref.id), ifMatch, (inside) =>
    change(inside, ref, async (its) => {
      requirePlanned(its);
      await requireUsable({ ...inside, db: its.tx }, { ...its.plan.order, lines: given });
      await store(its, { status: 'planned', lines: given });
    }),
  );
}

/**
 * Plans a date again that was skipped by hand or failed, or resets the lines of a changed date. A date whose
 * day has passed is created at once, because its goods are assumed to have been delivered.
 *
 * @throws AppError `not_found`, also on date, or `invalid_transition` on date or status
 */
export function restoreOccurrence(context: Context, ref: OccurrenceRef): Promise<OccurrenceOf> {
  return change(context, ref, async (its) => {
    const { status, reason, isSettled, isChanged, lines } = its.occurrence;
    if (isSettled && status === 'failed' && reason === 'too_late') {
      await createMissed({ ...context, db: its.tx }, [{ order: its.plan.order, occurrence: its.occurrence }]);
      return;
    }
    const isPlanned = status === 'planned' && isChanged;
    if (!isPlanned && !isRestorable(its)) throw notRestorable(its.occurrence);
    // A changed date keeps its lines when it is skipped, so it is changed again.
    await store(its, { status: 'planned', lines: isChanged && !isPlanned ? lines : null });
  });
}

interface Change {
  tx: Tx;
  accountId: bigint;
  plan: OccurrencePlan;
  occurrence: PlannedOccurrence;
  today: Day;
}

/** Changes a date while its order is locked. */
async function change(
  context: Context,
  { id, date }: OccurrenceRef,
  work: (change: Change) => Promise<void>,
): Promise<OccurrenceOf> {
  const day = dayOf(valid(Given, { date }).date);
  const accountId = accountOf(context);
  const orderId = recordIdOf(id);
  return inTransaction(context.db, async (tx) => {
    await lockLiveOrder(tx, accountId, orderId);
    const { today } = await readClock(tx, accountId);
    const [plan] = await readPlans(tx, accountId, [orderId], { from: day, to: day, today });
    const [occurrence] = plan!.between(day, day);
    if (!occurrence) {
      throw fault('not_found', `This standing order has no occurrence on ${date}`, 'date');
    }
    await work({ tx, accountId, plan: plan!, occurrence, today });
    await tx.$executeRaw`
      UPDATE standing_orders SET check_at = now(), revision = revision + 1
      WHERE account_id = ${accountId} AND id = ${orderId}`;
    await addGenerationJob(tx, accountId);
    return { orderId, day };
  });
}

function requirePlanned({ occurrence }: Change): PlannedOccurrence {
  if (occurrence.status !== 'planned') throw notPlanned(occurrence);
  return occurrence;
}

/** Returns whether a date can be restored: dates that the rule skipped, and past ones, stay as they are. */
function isRestorable({ plan, occurrence, today }: Change): boolean {
  const { day, status, reason, isSettled, deliveryDay } = occurrence;
  if (!isSettled || !isDateOf(plan.order.rule, day)) return false;
  if (status === 'skipped') return reason === null && day > today;
  return status === 'failed' && deliveryDay !== null && deliveryDay > today;
}

function notPlanned({ day, status }: PlannedOccurrence): AppError {
  const problem = `The occurrence on ${dateOf(day)} is ${status}. Only planned ones can be skipped or changed`;
  return fault('wrong_status', problem, 'date', { status });
}

function notRestorable({ day, status }: PlannedOccurrence): AppError {
  const problem =
    `The occurrence on ${dateOf(day)} is ${status} and cannot be restored. Only dates to come that were skipped or changed ` +
    'by hand, or failed, can';
  return fault('wrong_status', problem, 'date', { status });
}

/** Stores the state of a date, with lines of its own if they are set. */
async function store(
  { tx, accountId, plan, occurrence: { day } }: Change,
  { status, lines }: { status: 'planned' | 'skipped'; lines: readonly Line[] | null },
): Promise<void> {
  const json = lines && JSON.stringify(lines.map(lineAsJson));
  await tx.$executeRaw`
    INSERT INTO occurrences AS known (account_id, standing_order_id, date, status, is_changed, lines)
    VALUES (${accountId}, ${plan.order.id}, ${dateOf(day)}::date, ${status}, ${lines !== null}, ${json}::jsonb)
    ON CONFLICT (account_id, standing_order_id, date) DO UPDATE SET
      status = excluded.status, reason = NULL, problem = NULL, problem_values = NULL, delivery_date = NULL,
      is_changed = excluded.is_changed, lines = excluded.lines, settled_at = now(), failed_in = NULL`;
}
