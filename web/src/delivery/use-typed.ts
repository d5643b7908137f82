import { useEffect, useRef } from 'react';
import type { DeliveryFormFragment } from '../generated/operations.ts';
import type { Texts } from '../kit/form.tsx';
import { DELIVERY } from './delivery-fields.ts';

/** What the form of a delivery keeps in its state. */
interface Kept {
  place: unknown;
  lines: unknown;
}

/**
 * Reports what is entered into the form of a delivery, once it is worth keeping: more than the destination.
 *
 * @returns a function to call with the texts of the form
 */
export function useTyped<Draft extends Kept>(
  draft: Draft,
  { place, lines }: Pick<Draft, 'place' | 'lines'>,
  onTyped: ((draft: Draft) => void) | undefined,
): (texts: Texts) => void {
  const typed = useRef<DeliveryFormFragment>(undefined);
  const report = useRef((_kept: Pick<Draft, 'place' | 'lines'>) => {});
  useEffect(() => {
    report.current = (kept) => onTyped?.({ ...draft, ...typed.current, ...kept });
  });
  useEffect(() => {
    if (lines !== draft.lines || typed.current) report.current({ place, lines });
  }, [place, lines, draft.lines]);
  return (texts) => {
    typed.current = DELIVERY.valuesIn(new Map(Object.entries(texts)));
    report.current({ place, lines });
  };
}
