import type { ProductRowFragment, Weekday } from '../../generated/operations.ts';
import { readNumber } from '../../base/kit/form/read-number.ts';

/** A line of a new delivery. */
export interface DraftLine {
  key: number;
  product: ProductRowFragment | undefined;
  /** The text that was typed for the product, until it is one. */
  productText?: string | undefined;
  /** Whether the text was pasted with others, and is taken if it names a product. */
  isPasted?: boolean;
  /** The text in the field. */
  quantity: string;
  /** The price that a line of an older version keeps, unless another one is entered. */
  keptPrice?: number | undefined;
  /** The text of another price, for a line of a new version. */
  price?: string | undefined;
  /** The days of the week of a line of a standing order; undefined for all days of the order. */
  weekdays?: readonly Weekday[] | undefined;
  /** Whether the line was added while the form is open, so that the focus goes there. */
  isAdded?: boolean;
  /** Whether the line was added in case another follows, and nobody has typed into it: it can stay empty. */
  isSpare?: boolean;
}

/** Changes lines, from what they are when the change is made: searches of several lines can end at once. */
export type ChangeLines = (change: (lines: DraftLine[]) => DraftLine[]) => void;

/** Returns whether a line is left out, because nobody has typed into it. */
export function isUnused({ isSpare }: DraftLine): boolean {
  return isSpare === true;
}

/** The agreed prices of the day, by product. */
export type DayPrices = ReadonlyMap<string, number>;

/** Returns the unit price of a line: entered, else kept, else agreed, else the list price. */
function priceOf({ product, price, keptPrice }: DraftLine, agreed: DayPrices): number {
  const entered = price === undefined ? undefined : readNumber(price);
  return entered ?? keptPrice ?? agreed.get(product?.id ?? '') ?? product?.price ?? 0;
}

/** Returns the value of a line; 0 until it is complete. */
export function valueOf(line: DraftLine, agreed: DayPrices): number {
  return priceOf(line, agreed) * (readNumber(line.quantity) ?? 0);
}
