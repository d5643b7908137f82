import { dateOf, datesIn, dayOfMoment, type ScannedDates } from './gs1-dates.ts';

/** The data of a GS1 barcode about the goods. */
export interface Scan extends ScannedDates {
  /** The GTIN, padded to 14 digits. */
  gtin?: string;
  lot?: string;
  /** How many of the GTIN there are. */
  count?: number;
  /** The net weight. */
  kilograms?: number;
  /** The other reading, in case a separator after the lot was lost: the lot ends like a date. */
  or?: Scan;
}

/** The reason why a GS1 barcode cannot be used. */
export interface BadScan {
  problem: string;
}

/** The separator after values of variable length. */
const GS = '\x1D';
/** Other texts that scanners type for the separator. */
const SEPARATOR = /[\^|\u241D]|\{GS\}|<GS>|\{FNC1\}/g;
/** How scanners mark GS1-128, DataBar, DataMatrix and QR codes. */
const SYMBOLOGY = /^\](C1|e0|d2|Q3|J1)/;
/** The application identifiers whose values have a fixed length, by their first two digits. */
const FIXED: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '11': 6,
  '12': 6,
  '13': 6,
  '14': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '18': 6,
  '19': 6,
  '20': 2,
  '31': 6,
  '32': 6,
  '33': 6,
  '34': 6,
  '35': 6,
  '36': 6,
  '41': 13,
};
/** GS1's character set 82. */
const TEXT = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,90}$/;
const MAX_LOT = 20;
/** A lot that swallowed a best-before or use-by date, also one with a time. */
const WITH_DATE = /^(.+?)(?:(15|17)(\d{6})|7003(\d{10}))$/;
const DAMAGED = { problem: 'This barcode is incomplete or damaged. Scan it again.' };

type Element = [identifier: string, value: string];

/**
 * Reads a GS1 element string, as scanners type it or as it is printed below barcodes, or a GS1 Digital Link:
 * GTIN (01 or 02), lot (10), best-before (15) and use-by date (17, or 7003 with a time), count (37 or 30) and
 * net weight (3100 to 3105). Returns undefined for other texts, such as plain lots.
 */
export function readGs1(text: string, now = new Date()): Scan | BadScan | undefined {
  const typed = text.trim().replaceAll(SEPARATOR, GS);
  if (isLink(typed)) return readLink(typed, now);
  const bare = typed.replace(SYMBOLOGY, '');
  const isMarked = bare !== typed || bare.startsWith(GS) || /^\(\d{2,4}\)/.test(bare);
  // Without a mark, only a number with a check digit at the start distinguishes a barcode from a long lot.
  if (!isMarked && !startsWithNumber(bare)) return undefined;
  if (bare.startsWith('(')) {
    const elements = printed(bare);
    return elements ? scanOf(elements, now) : DAMAGED;
  }
  const elements = scanned(afterSeparators(bare));
  return elements ? withOther(scanOf(elements, now), now) : DAMAGED;
}

/** Returns whether a text is an address, also without `https://` if it has a GTIN as GS1's addresses do. */
function isLink(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (/^https?:\/\/./i.test(text)) return true;
  const [host = '', ...parts] = text.split('/');
  const at = parts.findIndex(
    (part, at) => /^0[12]$/.test(part) && /^\d{8,14}(?:[?#]|$)/.test(parts[at + 1] ?? ''),
  );
  const labels = host.split('.');
  const isHost = labels.length > 1 && labels.every((label) => /^[\w-]+$/.test(label));
  return isHost && at !== -1 && !parts.slice(0, at).includes('');
}

/** Returns whether a text starts with a GTIN, or with the SSCC of a pallet. */
function startsWithNumber(text: string): boolean {
  const [, sscc, gtin] = /^(?:00(\d{18})|0[12](\d{14}))/.exec(text) ?? [];
  const number = sscc ?? gtin;
  return number !== undefined && hasCheckDigit(number);
}

/** Adds the other reading of a lot that ends like a date. */
function withOther(scan: Scan | BadScan, now: Date): Scan | BadScan {
  if ('problem' in scan || scan.lot === undefined || scan.bestBefore || scan.useBy) return scan;
  const [, lot, identifier, digits, moment] = WITH_DATE.exec(scan.lot) ?? [];
  const date = dateOf(digits, now) ?? dayOfMoment(moment, now);
  if (lot === undefined || !date) return scan;
  const { otherDate: _, ...rest } = scan;
  return { ...scan, or: { ...rest, lot, [identifier === '15' ? 'bestBefore' : 'useBy']: date } };
}

/** Reads `https://…/01/GTIN/10/LOT?15=YYMMDD`. */
function readLink(text: string, now: Date): Scan | BadScan {
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
  const parts = url?.pathname.split('/').slice(1) ?? [];
  const start = parts.findIndex(
    (part, at) => (part === '01' || part === '02') && /^\d{8,14}$/.test(parts[at + 1] ?? ''),
  );
  if (!url || start === -1) return { problem: 'This link has no GTIN and no lot. Type the lot.' };
  const elements: Element[] = [];
  const path = parts.slice(start).filter((part, at, all) => part !== '' || at < all.length - 1);
  for (let at = 0; at < path.length; at += 2) {
    const value = decoded(path[at + 1] ?? '');
    if (!/^\d{2,4}$/.test(path[at]!) || value === undefined) return DAMAGED;
    elements.push([path[at]!, at === 0 ? value.padStart(14, '0') : value]);
  }
  // Other parameters are those of the site.
  for (const [identifier, value] of url.searchParams) {
    if (/^\d{2,4}$/.test(identifier)) elements.push([identifier, value]);
  }
  return elements.every(([identifier, value]) => isValue(identifier, value))
    ? scanOf(elements, now)
    : DAMAGED;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Splits `(01)…(10)…`. A parenthesis belongs to a value unless it surrounds an identifier. */
function printed(text: string): Element[] | undefined {
  const elements: Element[] = [];
  const found = [...text.matchAll(/\((\d{2,4})\)/g)];
  for (let at = 0; at < found.length; at++) {
    const { 0: mark, 1: identifier, index } = found[at]!;
    const value = text.slice(index + mark.length, found[at + 1]?.index).replaceAll(GS, '');
    if (!isValue(identifier!, value)) return undefined;
    elements.push([identifier!, value]);
  }
  return elements.length > 0 ? elements : undefined;
}

/** Splits a string without parentheses: fixed lengths, or up to a separator. */
function scanned(text: string): Element[] | undefined {
  const elements: Element[] = [];
  for (let rest = text; rest !== '';) {
    const size = identifierSizeOf(rest);
    if (size === undefined) return undefined;
    const identifier = rest.slice(0, size);
    const fixed = FIXED[identifier.slice(0, 2)];
    const end = fixed === undefined ? rest.indexOf(GS, size) : size + fixed;
    const value = end === -1 ? rest.slice(size) : rest.slice(size, end);
    if (!isValue(identifier, value)) return undefined;
    elements.push([identifier, value]);
    rest = end === -1 ? '' : afterSeparators(rest.slice(end));
  }
  return elements.length > 0 ? elements : undefined;
}

function afterSeparators(text: string): string {
  let start = 0;
  while (text[start] === GS) start++;
  return text.slice(start);
}

/** Returns how many digits the identifier at the start has; undefined for unknown ones. */
function identifierSizeOf(text: string): number | undefined {
  if (/^(0[0-4]|1\d|2[0-2]|30|37|9\d)/.test(text)) return 2;
  if (/^(2[345]|4[0-2])\d/.test(text)) return 3;
  if (/^(3[1-6]|39|43|7[0-2]|8[0-2])\d\d/.test(text)) return 4;
  return undefined;
}

function isValue(identifier: string, value: string): boolean {
  const fixed = FIXED[identifier.slice(0, 2)];
  return fixed === undefined ? TEXT.test(value) : value.length === fixed && /^\d+$/.test(value);
}

function scanOf(elements: Element[], now: Date): Scan | BadScan {
  const values = new Map<string, string>();
  for (const [identifier, value] of elements) {
    const known = values.get(identifier);
    if (known !== undefined && known !== value)
      return { problem: `This barcode has two values for (${identifier}).` };
    values.set(identifier, value);
  }
  const gtin = values.get('01') ?? values.get('02');
  const lot = values.get('10');
  if (gtin !== undefined && !hasCheckDigit(gtin))
    return { problem: 'The GTIN in this barcode has a wrong check digit.' };
  if (lot !== undefined && lot.length > MAX_LOT) return { problem: 'The lot in this barcode is too long.' };
  const dates = datesIn(values, now);
  if ('problem' in dates) return dates;
  const [count, kilograms] = [countIn(values), kilogramsIn(values)];
  return {
    ...(gtin && { gtin }),
    ...(lot && { lot }),
    ...dates,
    ...(count && { count }),
    ...(kilograms && { kilograms }),
  };
}

/** Returns the count; undefined also where a lost separator joined it with what follows. */
function countIn(values: ReadonlyMap<string, string>): number | undefined {
  const count = values.get('37') ?? values.get('30') ?? '';
  return /^\d{1,8}$/.test(count) ? Number(count) : undefined;
}

/** Returns the net weight, whose identifier ends with the number of its decimals. */
function kilogramsIn(values: ReadonlyMap<string, string>): number | undefined {
  const decimals = [0, 1, 2, 3, 4, 5].find((each) => values.has(`310${each}`));
  return decimals === undefined ? undefined : Number(values.get(`310${decimals}`)) / 10 ** decimals;
}

/** Returns whether the check digit of a GTIN or an SSCC is right: its weights are 3 and 1 from the right. */
function hasCheckDigit(number: string): boolean {
  const sum = Array.from(number, Number).reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** Returns whether a scanned GTIN is one of these, in any of its lengths. */
export function isSameGtin(scanned: string, gtins: readonly (string | null)[]): boolean {
  return gtins.some((gtin) => gtin?.padStart(14, '0') === scanned);
}
