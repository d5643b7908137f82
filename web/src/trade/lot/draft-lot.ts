import { identifier } from '../../generated/texts.ts';
import type { DeliveryLotInput, LotFactsFragment } from '../../generated/operations.ts';
import { readNumber } from '../../base/kit/form/read-number.ts';
import { day } from '../../base/kit/words/format.ts';
import { questionOf } from './lot-in.ts';
import { isSameGtin, readGs1, type Scan } from './read-gs1.ts';
import { type Counted, scannedQuantity } from './scanned-quantity.ts';

/** A lot that is being entered. */
export interface DraftLot {
  key: number;
  lot: string;
  /** The kind of date that the lot has. */
  dateKind: 'bestBefore' | 'useBy';
  date: string;
  quantity: string;
  source: string | null;
  /** The doubt about the last scan, in words. */
  doubt?: string | undefined;
  /** The ways to read the last scan, if there are two. */
  readings?: Scan[] | undefined;
}

const NO_LOT = 'This barcode has no lot and no date.';

/** Returns a new lot with the date kind of the one before. */
export function newLot(key: number, quantity: number, before?: DraftLot): DraftLot {
  return {
    key,
    lot: '',
    dateKind: before?.dateKind ?? 'bestBefore',
    date: '',
    quantity: quantity > 0 ? String(quantity) : '',
    source: null,
  };
}

/** Returns the lots of a line as drafts. */
export function draftsOf(lots: readonly LotFactsFragment[]): DraftLot[] {
  return lots.map(({ lot, bestBefore, useBy, quantity, source }, key) => ({
    key,
    lot: lot ?? '',
    dateKind: useBy === null ? 'bestBefore' : 'useBy',
    date: useBy ?? bestBefore ?? '',
    quantity: String(quantity),
    source,
  }));
}

/** Returns the drafts as the service takes them. */
export function inputOf(drafts: readonly DraftLot[]): DeliveryLotInput[] {
  return drafts.map(({ lot, dateKind, date, quantity, source }) => ({
    lot: identifier(lot) || null,
    ...(date && { [dateKind]: date }),
    quantity: readNumber(quantity)!,
    source,
  }));
}

/** Returns the sum of the quantities that are numbers. */
export function sumOf(drafts: readonly DraftLot[]): number {
  return drafts.reduce((sum, { quantity }) => sum + (readNumber(quantity) ?? 0), 0);
}

/** Returns the draft with what its lot says if that is a GS1 barcode; undefined for a plain lot. */
export function filledByScan(draft: DraftLot, product: Counted): DraftLot | undefined {
  const scan = readGs1(draft.lot);
  if (!scan) return isGtinAlone(draft.lot, product) ? { ...draft, lot: '', doubt: NO_LOT } : undefined;
  if ('problem' in scan) return { ...draft, lot: '', doubt: scan.problem };
  if (scan.or) return { ...draft, lot: '', doubt: questionOf(scan.or), readings: [scan.or, scan] };
  return filledBy(scan, draft, product);
}

/** Returns the draft with what a barcode says. */
export function filledBy(scan: Scan, draft: DraftLot, product: Counted): DraftLot {
  const { gtin, lot = '', bestBefore, useBy, otherDate } = scan;
  const quantity = scannedQuantity(scan, product);
  const gtins = gtinsOf(product);
  const date = useBy ?? bestBefore;
  const isKnown = gtins.some((each) => each !== null);
  const isOther = gtin !== undefined && isKnown && !isSameGtin(gtin, gtins);
  return {
    ...draft,
    lot,
    ...(date && { date, dateKind: useBy ? 'useBy' : 'bestBefore' }),
    ...(quantity && { quantity: String(quantity) }),
    doubt: isOther ? `This barcode is of another product: GTIN ${gtin}.` : doubtOf(lot, date, otherDate),
    readings: undefined,
  };
}

/** Returns whether a text is the barcode of the product itself. */
function isGtinAlone(text: string, product: Counted): boolean {
  const digits = identifier(text);
  return /^\d{8,14}$/.test(digits) && isSameGtin(digits.padStart(14, '0'), gtinsOf(product));
}

/** Returns the GTINs of a product: of its unit and of its case. */
export function gtinsOf({ gtin, caseGtin }: Counted): (string | null)[] {
  return [gtin, caseGtin];
}

function doubtOf(lot: string, date: string | undefined, other: Scan['otherDate']): string | undefined {
  if (other && !date)
    return `Of the dates, this barcode has only the ${other.name}, ${day(other.date)}. Enter the best-before or use-by date.`;
  return lot || date ? undefined : NO_LOT;
}
