/** Longer texts are no windows. */
const MAX_LENGTH = 40;
const TIME = String.raw`(\d{1,2})(?:\s?[:.hu]\s?(\d{2})(?::00)?)?(\d{2})?\s?(am|pm|[ap]\.m\.|uhr|uur|godz\.?|hrs|h|u)?`;
const WINDOW = new RegExp(
  String.raw`^(?:von|from|de|da|od|van)?\s*${TIME}\s?(?:-|–|—|−|‐|‑|－|~|to|bis|à|a|al|alle|do|tot|until)\s?${TIME}$`,
  'i',
);

/** Returns a delivery window in our form, `06:00-10:00`, as people write it; undefined for other texts. */
export function windowText(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const found = WINDOW.exec(text.replaceAll(/\s+/g, ' ').trim());
  if (!found) return undefined;
  const [, hours, minutes, joined, half, endHours, endMinutes, endJoined, endHalf] = found;
  const from = timeOf(hours!, minutes ?? joined, half ?? firstHalf(Number(hours), Number(endHours), endHalf));
  const to = timeOf(endHours!, endMinutes ?? endJoined, endHalf);
  return from === undefined || to === undefined ? undefined : `${from}-${to}`;
}

const WHOLE_TIME = new RegExp(String.raw`^(?:um|at|bis|until|by)?\s*${TIME}$`, 'i');

/** Returns a time of the day in our form, `10:00`, as people write it; undefined for other texts. */
export function timeText(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const found = WHOLE_TIME.exec(text.replaceAll(/\s+/g, ' ').trim());
  if (!found) return undefined;
  const [, hours, minutes, joined, half] = found;
  // Midnight at the end of a day is the beginning of the next one.
  if (hours === '24') return undefined;
  return timeOf(hours!, minutes ?? joined, half);
}

/** Returns the half of the day in which a window begins whose end alone has one: 6-10pm is in the evening, 11-1pm is at noon. */
function firstHalf(start: number, end: number, half: string | undefined): string | undefined {
  if (half === undefined || !/^[ap]/i.test(half)) return half;
  const isSame = start % 12 < end % 12;
  return isSame === half.toLowerCase().startsWith('p') ? 'pm' : 'am';
}

function timeOf(hours: string, minutes = '00', half?: string): string | undefined {
  const isHalf = /^[ap]/i.test(half ?? '');
  const hour = isHalf ? (Number(hours) % 12) + (half!.toLowerCase().startsWith('p') ? 12 : 0) : Number(hours);
  if (isHalf && (Number(hours) < 1 || Number(hours) > 12)) return undefined;
  if (hour === 24 && Number(minutes) === 0) return '00:00';
  return hour > 23 || Number(minutes) > 59 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`;
}
