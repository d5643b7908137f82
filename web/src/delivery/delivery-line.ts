import type { ProductRowFragment } from '../generated/operations.ts';

/** A line of a new delivery. */
export interface DraftLine {
  key: number;
  product: ProductRowFragment | undefined;
  /** The text in the field. */
  quantity: string;
}

/** Returns the value of a line at the current price; 0 until it is complete. */
export function valueOf({ product, quantity }: DraftLine): number {
  const value = (product?.price ?? 0) * Number(quantity);
  return Number.isFinite(value) ? value : 0;
}
