import type { TourSheetsQuery } from '../../generated/operations.ts';

/** A tour as its sheets show it. */
export type SheetTour = NonNullable<TourSheetsQuery['tour']>;
