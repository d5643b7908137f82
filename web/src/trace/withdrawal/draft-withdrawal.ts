import { lotIn } from '../../trade/lot/lot-in.ts';
import type { Previewed } from './preview.tsx';

/** The number of lots that are previewed. Further lots are not, so that typing stays quick. */
const MAX_PREVIEWED = 20;

/** The goods that are being entered: lots, one on each line, or a range of dates. */
export interface DraftGoods {
  by: 'lots' | 'dates';
  lots: string;
  bestBeforeFrom: string;
  bestBeforeTo: string;
}

/** Returns the goods as the service takes them. */
export function goodsOf({ by, lots, bestBeforeFrom, bestBeforeTo }: DraftGoods) {
  if (by === 'lots') return { lots: lotsIn(lots) };
  return { bestBeforeFrom: bestBeforeFrom || null, bestBeforeTo: bestBeforeTo || null };
}

/** Returns what can be previewed: each of the first lots, or the dates. */
export function previewedOf(productId: string, draft: DraftGoods): Previewed[] {
  const { by, bestBeforeFrom, bestBeforeTo } = draft;
  if (by === 'lots') {
    return lotsIn(draft.lots)
      .slice(0, MAX_PREVIEWED)
      .map((lot) => ({ productId, lot }));
  }
  if (!bestBeforeFrom && !bestBeforeTo) return [];
  return [{ productId, ...(bestBeforeFrom && { bestBeforeFrom }), ...(bestBeforeTo && { bestBeforeTo }) }];
}

/** Returns how many lots are not previewed. */
export function unseenIn({ by, lots }: DraftGoods): number {
  return by === 'lots' ? Math.max(0, lotsIn(lots).length - MAX_PREVIEWED) : 0;
}

/** Returns why lines of the lots are none. */
export function problemsOf({ by, lots }: DraftGoods): string[] {
  if (by !== 'lots') return [];
  return lots.split('\n').flatMap((line) => {
    const read = lotIn(line);
    return 'problem' in read ? [`${line.trim()}: ${read.problem}`] : [];
  });
}

/** Returns the lots, each once. Scanned barcodes become their lot. */
function lotsIn(text: string): string[] {
  const lots = text.split('\n').map((line) => {
    const read = lotIn(line);
    return 'lot' in read ? read.lot : '';
  });
  return [...new Set(lots.filter(Boolean))];
}
