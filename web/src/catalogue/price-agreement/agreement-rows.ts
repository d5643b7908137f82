import type { AgreementFragment, PriceAgreementInput } from '../../generated/operations.ts';
import { dayAfter } from '../../base/kit/words/days.ts';

/** The days for which new prices are entered. */
export interface NewPeriod {
  from: string;
  /** Empty if the prices hold until they are changed. */
  to: string;
}

/**
 * Returns the rows that set a price from a day on. The agreement that holds on that day ends the day before,
 * in the same call; one that begins on it gets the price.
 */
export function rowsOfNewPrice(
  productId: string,
  price: number,
  { from, to }: NewPeriod,
  agreements: readonly AgreementFragment[],
): PriceAgreementInput[] {
  const earlier = agreements.find(
    ({ validFrom, validTo }) => validFrom < from && (validTo === null || validTo >= from),
  );
  return [
    ...(earlier
      ? [
          {
            productId,
            price: earlier.price,
            validFrom: earlier.validFrom,
            validTo: dayAfter(from, -1),
          },
        ]
      : []),
    { productId, price, validFrom: from, validTo: to === '' ? null : to },
  ];
}

/** Returns the agreements that hold on a day or later, the first one first. */
export function heldFrom(agreements: readonly AgreementFragment[], day: string): AgreementFragment[] {
  return agreements.filter(({ validTo }) => validTo === null || validTo >= day);
}

/** How many days before its end an agreement is marked. */
const ENDS_SOON_DAYS = 30;

/** Returns whether a price ends soon, and none follows it. */
export function endsSoon(
  { validTo }: AgreementFragment,
  agreements: readonly AgreementFragment[],
  today: string,
): boolean {
  if (validTo === null || validTo < today || validTo > dayAfter(today, ENDS_SOON_DAYS)) return false;
  return !agreements.some(({ validFrom }) => validFrom === dayAfter(validTo, 1));
}
