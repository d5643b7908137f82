import type { ProductRowFragment } from '../generated/operations.ts';

/** A line of a delivery that is being planned. */
export interface DraftLine {
  key: number;
  product: ProductRowFragment | undefined;
  /** As typed. */
  quantity: string;
}

/** What a line will be worth at today's price; 0 while it is not filled in. */
export function valueOf({ product, quantity }: DraftLine): number {
  const value = (product?.price ?? 0) * Number(quantity);
  return Number.isFinite(value) ? value : 0;
}
