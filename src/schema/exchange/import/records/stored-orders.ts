import { accountOf, type Context } from '../../../core/context.ts';
import { dateOf, type Day } from '../../../trade/standing-order/days.ts';
import { type Shift } from '../../../trade/standing-order/fields.ts';
import { type Weekday, WEEKDAY } from '../../../core/noun/weekdays.ts';
import { type LoadedOrder, readOrders } from '../../../trade/standing-order/read-orders.ts';

/** The fields of a standing order that files can have. */
export interface StoredOrder {
  id: bigint;
  supermarketId: bigint;
  branchId: bigint;
  weekdays: Weekday[];
  everyWeeks: number;
  startsOn: string;
  endsOn: string | null;
  pausedFrom: string | null;
  pausedUntil: string | null;
  leadDays: number;
  shift: Shift;
  orderNumber: string | null;
  lines: (LoadedOrder['lines'][number] & { name: string })[];
}

/** Reads standing orders with the names of their products: three statements for a batch. */
export async function storedOrders(
  context: Context,
  ids: readonly bigint[],
): Promise<Map<bigint, StoredOrder>> {
  if (ids.length === 0) return new Map();
  const accountId = accountOf(context);
  const orders = await readOrders(context.db, accountId, [...new Set(ids)]);
  const productIds = new Set(orders.flatMap(({ lines }) => lines.map(({ productId }) => productId)));
  const products = await context.db.$queryRaw<{ id: bigint; name: string }[]>`
    SELECT id, name FROM products WHERE account_id = ${accountId} AND id = ANY(${[...productIds]}::bigint[])`;
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return new Map(orders.map((order) => [order.id, storedOrder(order, names)]));
}

function storedOrder(
  { id, supermarketId, branchId, leadDays, orderNumber, rule, lines }: LoadedOrder,
  names: ReadonlyMap<bigint, string>,
): StoredOrder {
  const { everyWeeks, shift } = rule;
  return {
    id,
    supermarketId,
    branchId,
    weekdays: WEEKDAY.values.filter((_day, at) => rule.isWeekday[at]),
    everyWeeks,
    startsOn: dateOf(rule.startsOn),
    endsOn: dateIn(rule.endsOn),
    pausedFrom: dateIn(rule.pausedFrom),
    pausedUntil: dateIn(rule.pausedUntil),
    leadDays,
    shift,
    orderNumber,
    lines: lines.map((line) => ({ ...line, name: names.get(line.productId)! })),
  };
}

function dateIn(day: Day | null): string | null {
  return day === null ? null : dateOf(day);
}
