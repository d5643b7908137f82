import { z } from 'zod';
import { inSnapshot, type Tx } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { createPause } from '../../../limits/pause.ts';
import { violation } from '../../../problems.ts';
import { PLAN_LIMITS, type Quotas } from '../../core/caller/plans.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { finding } from '../../core/noun/issues.ts';
import { calendarDate, DATES_OUT_OF_ORDER, figure, isInOrder } from '../../core/noun/rules.ts';
import { type Day, dateOf, dayOf } from '../standing-order/days.ts';
import { readClock } from '../standing-order/read-orders.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_WINDOW_DAYS } from '../limits.ts';
import { type Delivered, readDelivered } from './read-delivered.ts';
import { type Pieces, readPlanned } from './read-planned.ts';

/** The quantity of a product that is delivered on a day. */
export interface PlannedProduct {
  productId: bigint;
  name: string;
  pieces: Prisma.Decimal;
  kilograms: Prisma.Decimal;
  /** The pieces of deliveries that are not created yet. */
  planned: Prisma.Decimal;
}

/** The plan of a day, from the existing deliveries and the standing orders. */
export interface DayPlan {
  date: Date;
  deliveries: number;
  planned: number;
  skipped: number;
  failed: number;
  pieces: Prisma.Decimal;
  kilograms: Prisma.Decimal;
  /** The products; empty if only totals are read. */
  products: PlannedProduct[];
}

/** Returns the maximum number of products that the days of a plan show together. */
export function maxProducts({ products }: Quotas): number {
  return Math.min(2 * products, 20_000);
}

const DayPlanDates = z
  .object({ from: calendarDate, to: calendarDate })
  .refine(({ from, to }) => isInOrder(from, to), { ...DATES_OUT_OF_ORDER, path: ['to'] })
  .refine(({ from, to }) => dayOf(to) - dayOf(from) < MAX_WINDOW_DAYS, {
    ...finding('range_too_long', `must be at most ${MAX_WINDOW_DAYS - 1} days after from`, {
      max: MAX_WINDOW_DAYS,
    }),
    path: ['to'],
  });

/**
 * Returns the plan of each day of a window, from one state of the database, so that a delivery that is being
 * created counts once.
 *
 * @param hasProducts whether to return the products of days, whose number is limited; totals include any
 * number
 * @throws AppError `validation_error` on from or to, also if the days have too many products together
 */
export async function readDayPlans(
  context: Context,
  window: { from: string; to: string },
  { hasProducts }: { hasProducts: boolean },
): Promise<DayPlan[]> {
  const given = valid(DayPlanDates, window);
  const { accountId, plan } = callerOf(context);
  const [from, to] = [dayOf(given.from), dayOf(given.to)];
  const max = maxProducts(PLAN_LIMITS[plan].quotas);
  return inSnapshot(context.db, async (tx) => {
    const { today } = await readClock(tx, accountId);
    const delivered = await readDelivered(tx, accountId, given, hasProducts ? max + 1 : undefined);
    const planned = await readPlanned(tx, accountId, { from, to, today }, (productId) => productId);
    const days = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const productsOn = (day: Day) => [
      ...new Set([
        ...(delivered.products.get(day)?.keys() ?? []),
        ...(planned.pieces.get(day)?.keys() ?? []),
      ]),
    ];
    if (hasProducts && days.reduce((sum, day) => sum + productsOn(day).length, 0) > max)
      throw tooManyPlanProducts(max);
    const catalogue = await readPlanProducts(tx, accountId, [...new Set(days.flatMap(productsOn))]);
    const pause = createPause();
    const plans: DayPlan[] = [];
    for (const day of days) {
      const pieces = planned.pieces.get(day);
      const total = addedUp(delivered.totals.get(day), pieces, catalogue);
      const products = hasProducts
        ? productsOn(day).map((id) => productOn(id, catalogue, delivered.products.get(day), pieces))
        : [];
      plans.push({
        date: new Date(dateOf(day)),
        deliveries: delivered.deliveries.get(day) ?? 0,
        planned: planned.counts.planned.get(day) ?? 0,
        skipped: planned.counts.skipped.get(day) ?? 0,
        failed: planned.counts.failed.get(day) ?? 0,
        ...total,
        products: products.toSorted(byPieces),
      });
      await pause();
    }
    return plans;
  });
}

function tooManyPlanProducts(max: number): AppError {
  const wording = `gives days with more than ${figure(max)} products together. Ask for fewer days`;
  return new AppError(faultAt('to', violation('too_many_products', wording, { max })));
}

interface PlanProduct {
  id: bigint;
  name: string;
  weight: Prisma.Decimal;
}

const NOTHING_DELIVERED: Delivered = { pieces: new Prisma.Decimal(0), kilograms: new Prisma.Decimal(0) };

/**
 * Returns a product of a day. Planned pieces have its current weight, delivered ones that at their creation.
 */
function productOn(
  productId: bigint,
  catalogue: ReadonlyMap<bigint, PlanProduct>,
  delivered: ReadonlyMap<bigint, Delivered> | undefined,
  planned: Pieces | undefined,
): PlannedProduct {
  const { name, weight } = catalogue.get(productId)!;
  const existing = delivered?.get(productId) ?? NOTHING_DELIVERED;
  const toCome = new Prisma.Decimal(planned?.get(productId) ?? 0);
  return {
    productId,
    name,
    pieces: existing.pieces.plus(toCome),
    kilograms: existing.kilograms.plus(toCome.times(weight)),
    planned: toCome,
  };
}

/** Compares products, those with most pieces first. */
function byPieces(one: PlannedProduct, other: PlannedProduct): number {
  return other.pieces.cmp(one.pieces) || Number(one.productId - other.productId);
}

/** Adds the planned pieces of all products to the delivered ones. */
function addedUp(
  delivered: Delivered = NOTHING_DELIVERED,
  planned: Pieces | undefined,
  catalogue: ReadonlyMap<bigint, PlanProduct>,
): Delivered {
  let { pieces, kilograms } = delivered;
  for (const [productId, count] of planned ?? []) {
    pieces = pieces.plus(count);
    kilograms = kilograms.plus(catalogue.get(productId)!.weight.times(count));
  }
  return { pieces, kilograms };
}

async function readPlanProducts(
  tx: Tx,
  accountId: bigint,
  ids: readonly bigint[],
): Promise<Map<bigint, PlanProduct>> {
  if (ids.length === 0) return new Map();
  const products = await tx.$queryRaw<PlanProduct[]>`
    SELECT id, name, weight FROM products WHERE account_id = ${accountId} AND id = ANY(${[...ids]}::bigint[])`;
  return new Map(products.map((product) => [product.id, product]));
}
