import { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/connect.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { columns, newValues } from '../../core/noun/fields-sql.ts';
import { rulesToChange } from '../../core/noun/fields.ts';
import { given } from '../../core/noun/given.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { withReference } from '../../core/upsert/reference-taken.ts';
import { valid } from '../../core/noun/valid.ts';
import { ifVersion } from '../../core/version/require-version.ts';
import { type Day, dateOf, dayOfDate } from './days.ts';
import { STANDING_ORDER_FIELDS } from './fields.ts';
import { freeReference } from './free-reference.ts';
import { addGenerationJob } from './generation-jobs.ts';
import { lockLiveOrder } from './lock-order.ts';
import { isDateOf } from './plan-occurrences.ts';
import { type LoadedOrder, readClock, readOrders } from './read-orders.ts';
import { readPlans } from './read-plans.ts';
import { requireConsistent, type Whole } from './require-consistent.ts';
import { requireUsable } from './require-usable.ts';
import { writeLines } from './write-lines.ts';

const UpdateStandingOrder = given(
  z.strictObject(rulesToChange(STANDING_ORDER_FIELDS)),
  STANDING_ORDER_FIELDS,
);
type UpdateStandingOrder = z.output<typeof UpdateStandingOrder>;

/**
 * Changes a standing order, and its planned dates with it. Created deliveries stay.
 *
 * @throws AppError `not_found`, also naming a product that is not the account's, `validation_error`,
 * `precondition_failed`, or `invalid_transition` on status once it has ended
 */
export async function updateStandingOrder(
  context: Context,
  id: string,
  input: unknown,
  ifMatch?: string | null,
): Promise<bigint> {
  const changes = valid(UpdateStandingOrder, input);
  const record = recordIdOf(id);
  return ifVersion(context, 'StandingOrder', record, ifMatch, (inside) => write(inside, record, changes));
}

function write(context: Context, record: bigint, changes: UpdateStandingOrder): Promise<bigint> {
  const accountId = accountOf(context);
  let reference: string | null | undefined;
  const change = async (tx: Tx) => {
    await lockLiveOrder(tx, accountId, record);
    const { today } = await readClock(tx, accountId);
    const order = await keepOverdue(tx, accountId, record, today);
    const whole = { ...(await readWhole(tx, accountId, record)), ...changes };
    requireConsistent({ ...whole, lines: changes.lines ?? order.lines }, changes.lines !== undefined);
    if (changes.lines) {
      const productIds = new Set(order.lines.map(({ productId }) => productId));
      await requireUsable({ ...context, db: tx }, { ...order, lines: changes.lines }, { productIds });
    }
    ({ reference } = whole);
    await freeReference(tx, accountId, reference, { today, except: record });
    await update(tx, accountId, record, { changes, today, endsOn: whole.endsOn });
    if (changes.lines) await writeLines(tx, accountId, record, changes.lines);
    await forgetOtherDates(tx, accountId, record);
    await addGenerationJob(tx, accountId);
    return record;
  };
  return withReference(
    context,
    'StandingOrder',
    () => reference,
    () => inTransaction(context.db, change),
  );
}

type OrderTerms = Omit<Whole, 'lines'> & { reference: string | null };

async function readWhole(tx: Tx, accountId: bigint, id: bigint): Promise<OrderTerms> {
  const { startsOn, endsOn, pausedFrom, pausedUntil, weekdays, reference } =
    await tx.standingOrder.findUniqueOrThrow({ where: { accountId_id: { accountId, id } } });
  return {
    reference,
    weekdays: weekdays as Whole['weekdays'],
    startsOn: text(startsOn)!,
    endsOn: text(endsOn),
    pausedFrom: text(pausedFrom),
    pausedUntil: text(pausedUntil),
  };
}

function text(date: Date | null): string | null {
  return date && date.toISOString().slice(0, 10);
}

/**
 * Stores the dates up to today that were not generated yet, so that the change does not affect past
 * occurrences.
 */
async function keepOverdue(tx: Tx, accountId: bigint, id: bigint, today: Day): Promise<LoadedOrder> {
  const [{ rule }] = (await readOrders(tx, accountId, [id])) as [LoadedOrder];
  const window = { from: Math.min(rule.settledUntil + 1, today), to: today, today };
  const [plan] = await readPlans(tx, accountId, [id], window);
  const open = plan!.between(window.from, today).filter(({ isSettled }) => !isSettled);
  await tx.occurrence.createMany({
    data: open.map(({ day }) => ({
      accountId,
      standingOrderId: id,
      date: new Date(dateOf(day)),
      status: 'planned',
    })),
    skipDuplicates: true,
  });
  return plan!.order;
}

async function update(
  tx: Tx,
  accountId: bigint,
  id: bigint,
  { changes, today, endsOn }: { changes: UpdateStandingOrder; today: Day; endsOn: string | null | undefined },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE standing_orders SET (${columns(STANDING_ORDER_FIELDS, 'change')}) = (
      SELECT ${newValues(STANDING_ORDER_FIELDS, changes)}
    ), holds_reference = ${endsOn == null || endsOn >= dateOf(today)},
      settled_until = greatest(settled_until, ${dateOf(today)}::date), check_at = now(), revision = revision + 1
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Deletes planned and skipped dates that people stored and the rule does not have any more. */
async function forgetOtherDates(tx: Tx, accountId: bigint, id: bigint): Promise<void> {
  const [{ rule }] = (await readOrders(tx, accountId, [id])) as [LoadedOrder];
  const byHand = await tx.$queryRaw<{ date: Date }[]>`
    SELECT date FROM occurrences
    WHERE account_id = ${accountId} AND standing_order_id = ${id}
      AND (status = 'planned' OR status = 'skipped' AND reason IS NULL AND date > ${dateOf(rule.settledUntil)}::date)`;
  const others = byHand.filter(({ date }) => !isDateOf(rule, dayOfDate(date)));
  if (others.length === 0) return;
  await tx.occurrence.deleteMany({
    where: { accountId, standingOrderId: id, date: { in: others.map(({ date }) => date) } },
  });
}
