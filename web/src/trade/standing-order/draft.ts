import { type DraftLine, isUnused } from '../delivery/delivery-line.ts';
import type { Destination } from '../delivery/place-fields.tsx';
import type {
  DeliveryToRepeatQuery,
  StandingOrderLineInput,
  StandingOrderToChangeQuery,
  Weekday,
} from '../../generated/operations.ts';
import type { Stored } from '../../base/graphql/send-edit.ts';
import { inDaysAt } from '../../base/kit/words/days.ts';
import { readNumber } from '../../base/kit/form/read-number.ts';
import { STANDING_ORDER, type StandingOrderValues } from './standing-order-fields.ts';
import { weekdayOf } from '../../base/kit/words/weekdays.ts';

/** The values that were entered into the form of a standing order, as GraphQL takes them. */
export interface Entered extends StandingOrderValues {
  weekdays: Weekday[];
  lines: StandingOrderLineInput[];
}

/** The values that the form of a standing order begins with. */
export interface Draft {
  place: Destination;
  lines: DraftLine[];
  weekdays: Weekday[];
  values: Partial<StandingOrderValues>;
}

const EMPTY_LINE: DraftLine = { key: 0, product: undefined, quantity: '' };

/** Returns the draft of an order of which nothing is entered yet. */
export function emptyDraft(timeZone: string, supermarketId: string): Draft {
  return {
    place: { supermarketId, branchId: '' },
    lines: [EMPTY_LINE],
    weekdays: [],
    values: { startsOn: inDaysAt(timeZone, 1) },
  };
}

type Delivery = NonNullable<DeliveryToRepeatQuery['delivery']>;

/** Returns the draft of an order that repeats a delivery each week, without archived records. */
export function draftOfDelivery(timeZone: string, delivery: Delivery): Draft {
  const { supermarket, branch, notes, products, deliveryDate } = delivery;
  const empty = emptyDraft(timeZone, supermarket.id);
  const usable = products.filter(({ product }) => !product.archivedAt);
  return {
    ...empty,
    place: branch.archivedAt ? empty.place : { ...empty.place, branchId: branch.id },
    lines:
      usable.length > 0
        ? usable.map(({ product, quantity }, key) => ({ key, product, quantity: String(quantity) }))
        : empty.lines,
    weekdays: [weekdayOf(deliveryDate)],
    values: { ...empty.values, notes },
  };
}

export type StandingOrder = NonNullable<StandingOrderToChangeQuery['standingOrder']>;

/** Returns the draft of an order that is changed. */
export function draftOfOrder(order: StandingOrder): Draft {
  return {
    place: { supermarketId: order.supermarketId, branchId: order.branchId },
    lines: order.lines.map(({ product, quantity, weekdays }, key) => ({
      key,
      product,
      quantity: String(quantity),
      weekdays: weekdays ?? undefined,
    })),
    weekdays: order.weekdays,
    values: STANDING_ORDER.valuesOf(order),
  };
}

/** Returns the days of a line that are still days of the order. */
export function daysOf({ weekdays: own }: DraftLine, weekdays: readonly Weekday[]): Weekday[] {
  return weekdays.filter((weekday) => own?.includes(weekday) ?? true);
}

/** Returns the lines of a form as GraphQL takes them. */
export function linesOf(lines: readonly DraftLine[], weekdays: readonly Weekday[]): StandingOrderLineInput[] {
  return lines
    .filter((line) => !isUnused(line))
    .map((line) => {
      const days = daysOf(line, weekdays);
      return {
        productId: line.product?.id ?? '',
        quantity: readNumber(line.quantity)!,
        weekdays: days.length === weekdays.length ? null : days,
      };
    });
}

/** Returns what the form of an order edits, as GraphQL takes it. */
export function storedOrder(order: StandingOrder): Stored<Entered> {
  const { lines, weekdays } = draftOfOrder(order);
  const values = { ...STANDING_ORDER.valuesOf(order), weekdays, lines: linesOf(lines, weekdays) };
  return { values, version: order.version };
}
