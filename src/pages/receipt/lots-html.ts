import { escaped } from '../../reference/html.ts';
import { dayInWords } from '../../schema/core/noun/day-in-words.ts';
import type { NoteLot } from '../../schema/trade/receipt/read-note.ts';

/** Returns the lots of a line as a list. */
export function lotList(lots: readonly NoteLot[]): string {
  if (lots.length === 0) return '';
  const items = lots.map((lot) => `<li>${escaped(lotInWords(lot))}: ${lot.quantity}</li>`);
  return `<ul class="lots">${items.join('')}</ul>`;
}

/** Returns the number of a lot and its date. */
export function lotInWords({ lot, bestBefore, useBy }: NoteLot): string {
  const dates = [
    bestBefore && `best before ${dayInWords(bestBefore)}`,
    useBy && `use by ${dayInWords(useBy)}`,
  ];
  return [lot === null ? null : `Lot ${lot}`, ...dates].filter(Boolean).join(', ');
}
