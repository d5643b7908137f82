import type { ProductRowFragment } from '../generated/operations.ts';

/** A line of a new delivery. */
export interface DraftLine {
  key: number;
  product: ProductRowFragment | undefined;
  /** The text in the field. */
  quantity: string;
  /** Whether it was added while the form is open, so that the focus goes there. */
  isAdded?: boolean;
  /** Whether it was added in case another line follows: it can stay empty. */
  isSpare?: boolean;
}

/** Returns whether a line is left out, because it was added in case another line follows, and none did. */
export function isUnused({ isSpare, product, quantity }: DraftLine): boolean {
  return isSpare === true && !product && quantity === '';
}

/** Returns the value of a line at the current price; 0 until it is complete. */
export function valueOf({ product, quantity }: DraftLine): number {
  const value = (product?.price ?? 0) * Number(quantity);
  return Number.isFinite(value) ? value : 0;
}
