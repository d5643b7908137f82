import type { ProductChoiceFragment } from '../../generated/operations.ts';
import { isSameGtin, type Scan } from './read-gs1.ts';

/** The fields of a product that say how its barcodes count it. */
export type Counted = Pick<ProductChoiceFragment, 'gtin' | 'caseGtin' | 'unit' | 'unitsPerCase'>;

/**
 * Returns the quantity of a product that a barcode states, in the unit of the product: of a pallet or a case,
 * or by weight. Returns undefined if it states none that is sure.
 */
export function scannedQuantity({ gtin, count, kilograms }: Scan, product: Counted): number | undefined {
  if (gtin === undefined) return undefined;
  const quantity = product.unit === 'KILOGRAM' ? kilograms : counted(gtin, count, product);
  return Number.isSafeInteger(quantity) ? quantity : undefined;
}

function counted(gtin: string, count: number | undefined, product: Counted): number | undefined {
  if (count === undefined) return undefined;
  const isUnit = isSameGtin(gtin, [product.gtin]);
  const isCase = !isUnit && isSameGtin(gtin, [product.caseGtin]);
  if (isUnit || (isCase && product.unit === 'CASE')) return count;
  return isCase && product.unitsPerCase !== null ? count * product.unitsPerCase : undefined;
}
