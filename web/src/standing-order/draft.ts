import { type DraftLine, isUnused } from '../delivery/delivery-line.ts';
import type { Destination } from '../delivery/place-fields.tsx';
import type {
  DeliveryToRepeatQuery,
  Shift,
  StandingOrderLineInput,
  StandingOrderToChangeQuery,
  Weekday,
} from '../generated/operations.ts';
import { inDaysAt } from '../kit/days.ts';
import { readNumber } from '../kit/read-number.ts';
import { weekdayOf } from './words.ts';

/** What was entered into the form of a standing order, as GraphQL takes it. */
export interface Entered {
  weekdays: Weekday[];
  lines: StandingOrderLineInput[];
  startsOn: string;
  endsOn: string | null;
  everyWeeks: number | null;
  leadDays: number | null;
  generateAt: string | null;
  shift: Shift;
  notes: string | null;
  orderNumber: string | null;
  reference: string | null;
}

/** What the form of a standing order begins with. */
export interface Draft {
  place: Destination;
  lines: DraftLine[];
  weekdays: Weekday[];
  startsOn: string;
  endsOn: string;
  everyWeeks: number;
  leadDays: number;
  generateAt: string;
  shift: Shift;
  notes: string;
  orderNumber: string;
  reference: string;
}

const EMPTY_LINE: DraftLine = { key: 0, product: undefined, quantity: '' };

/** Returns the draft of an order of which nothing is entered yet. */
export function emptyDraft(timeZone: string, supermarketId: string): Draft {
  return {
    place: { supermarketId, branchId: '' },
    lines: [EMPTY_LINE],
    weekdays: [],
    startsOn: inDaysAt(timeZone, 1),
    endsOn: '',
    everyWeeks: 1,
    leadDays: 2,
    generateAt: '06:00',
    shift: 'SKIP',
    notes: '',
    orderNumber: '',
    reference: '',
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
    notes: notes ?? '',
  };
}

type StandingOrder = NonNullable<StandingOrderToChangeQuery['standingOrder']>;

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
    startsOn: order.startsOn,
    endsOn: order.endsOn ?? '',
    everyWeeks: order.everyWeeks,
    leadDays: order.leadDays,
    generateAt: order.generateAt,
    shift: order.shift,
    notes: order.notes ?? '',
    orderNumber: order.orderNumber ?? '',
    reference: order.reference ?? '',
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

/** Returns what was changed in the form, so that what others changed meanwhile stays. */
export function changesOf(draft: Draft, entered: Entered): Partial<Entered> {
  const { place: _place, lines, endsOn, notes, orderNumber, reference, ...rest } = draft;
  const before: Entered = {
    ...rest,
    lines: linesOf(lines, draft.weekdays),
    endsOn: endsOn || null,
    notes: notes || null,
    orderNumber: orderNumber || null,
    reference: reference || null,
  };
  const names = Object.keys(entered) as (keyof Entered)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(entered[name]) !== JSON.stringify(before[name]))
      .map((name) => [name, entered[name]]),
  );
}
