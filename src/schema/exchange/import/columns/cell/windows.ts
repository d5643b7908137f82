import { type Cell, shownIn } from '../../../../../spreadsheet/cell.ts';

/** The maximum length of a delivery window. */
const MAX_LENGTH = 40;
const TIME = String.raw`(\d{1,2})(?:\s?[:.hu]\s?(\d{2})(?::00)?)?(\d{2})?\s?(am|pm|[ap]\.m\.|uhr|uur|godz\.?|hrs|h|u)?`;
const WINDOW = new RegExp(
  String.raw`^(?:von|from|de|da|od|van)?\s*${TIME}\s?(?:-|–|—|−|‐|‑|－|~|to|bis|à|a|al|alle|do|tot|until)\s?${TIME}$`,
  'i',
);

/** The clocks that ambiguous windows, such as 9-5, can be read by. */
export const CLOCKS = ['12', '24'] as const;
export type Clock = (typeof CLOCKS)[number];

/**
 * Converts a delivery window as people write it into our form, `06:00-10:00`; undefined for other texts. A
 * window such as `9-5` or `8-12am` has two readings, one by each clock.
 */
export function windowText(text: string): string | Record<Clock, string> | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const found = WINDOW.exec(text.replaceAll(/\s+/g, ' ').trim().toLowerCase());
  if (!found) return undefined;
  const [, hours, minutes, joined, half, endHours, endMinutes, endJoined, endHalf] = found;
  const [first, last] = [minutes ?? joined, endMinutes ?? endJoined];
  const read = (startHalf: string | undefined, lastHalf: string | undefined) => {
    const from = timeOf(hours!, first, startHalf);
    const to = timeOf(endHours!, last, lastHalf);
    return from === undefined || to === undefined ? undefined : `${from}-${to}`;
  };
  const [start, end] = [Number(hours), Number(endHours)];
  const window = read(half ?? firstHalf(start, end, endHalf), endHalf ?? lastHalf(start, end, half));
  if (window === undefined || isHalf(half)) return window;
  if (isHalf(endHalf)) {
    // A window such as 8-12am can mean the morning.
    const morning =
      end === 12 && start < end && endHalf.startsWith('a') ? read(undefined, undefined) : undefined;
    return morning === undefined ? window : { 12: window, 24: morning };
  }
  const hasZero = hours!.startsWith('0') || endHours!.startsWith('0');
  const endsBefore = end * 60 + Number(last ?? 0) <= start * 60 + Number(first ?? 0);
  if (hasZero || start > 12 || end > 11 || !endsBefore) return window;
  return { 12: `${window.slice(0, 5)}-${timeOf(String(end + 12), last)}`, 24: window };
}

const WHOLE_TIME = new RegExp(String.raw`^(?:um|at|bis|until|by)?\s*${TIME}$`, 'i');

/**
 * Converts a time of the day as people write it, or a spreadsheet stores it, into our form, `10:00`;
 * undefined for other values.
 */
export function timeText(cell: Cell): string | undefined {
  const isTime = typeof cell === 'object' && cell.type === 'date' && cell.time !== null;
  const text = isTime ? cell.time! : shownIn(cell);
  if (text.length > MAX_LENGTH) return undefined;
  const found = WHOLE_TIME.exec(text.replaceAll(/\s+/g, ' ').trim().toLowerCase());
  if (!found) return undefined;
  const [, hours, minutes, joined, half] = found;
  // Midnight at the end of a day is the beginning of the next one.
  if (hours === '24') return undefined;
  return timeOf(hours!, minutes ?? joined, half);
}

/**
 * Returns the half of the day in which a window begins if only its end names one: 6-10pm is in the evening,
 * 11-1pm is at noon.
 */
function firstHalf(start: number, end: number, half: string | undefined): string | undefined {
  if (!isHalf(half)) return half;
  const isSame = start % 12 < end % 12;
  return isSame === half.startsWith('p') ? 'pm' : 'am';
}

/**
 * Returns the half of the day in which a window ends if only its start names one: 9am-5 ends in the
 * afternoon.
 */
function lastHalf(start: number, end: number, half: string | undefined): string | undefined {
  return end > 12 ? undefined : firstHalf(start, end, half);
}

function isHalf(half: string | undefined): half is string {
  return /^[ap]/.test(half ?? '');
}

function timeOf(hours: string, minutes = '00', half?: string): string | undefined {
  const hour = isHalf(half) ? (Number(hours) % 12) + (half.startsWith('p') ? 12 : 0) : Number(hours);
  if (isHalf(half) && (Number(hours) < 1 || Number(hours) > 12)) return undefined;
  if (hour === 24 && Number(minutes) === 0) return '00:00';
  return hour > 23 || Number(minutes) > 59 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`;
}
