import { identifier } from '../../generated/texts.ts';
import { day } from '../../base/kit/words/format.ts';
import { type BadScan, readGs1, type Scan } from './read-gs1.ts';

/** Returns the lot in a text, which can be a scanned barcode, or why there is none that is sure. */
export function lotIn(text: string): { lot: string } | BadScan {
  const scan = readGs1(text);
  if (!scan) return { lot: identifier(text) };
  if ('problem' in scan) return scan;
  const { lot, or } = scan;
  if (lot === undefined) return { problem: 'This barcode has no lot.' };
  if (or) return { problem: `${questionOf(or)} Type the lot.` };
  return { lot };
}

/** Returns the question whether a barcode lost a separator. */
export function questionOf({ lot = '', bestBefore, useBy }: Scan): string {
  const kind = useBy ? 'use by' : 'best before';
  return `This barcode may have lost a separator: is the lot ${lot}, ${kind} ${day(useBy ?? bestBefore ?? '')}?`;
}

/** Returns the GTIN in a scanned barcode, or else the text itself. */
export function gtinOr(text: string): string {
  const scan = readGs1(text);
  return scan && 'gtin' in scan && scan.gtin ? scan.gtin : text;
}
