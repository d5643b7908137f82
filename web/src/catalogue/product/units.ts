import type { ProductFactsFragment } from '../../generated/operations.ts';

export type Unit = ProductFactsFragment['unit'];

/** The units that quantities are counted in, as people say them. */
export const UNITS: Record<Unit, string> = {
  PIECE: 'Piece',
  CASE: 'Case',
  PACK: 'Pack',
  BOX: 'Box',
  CRATE: 'Crate',
  KILOGRAM: 'Kilogram',
  LITRE: 'Litre',
};
