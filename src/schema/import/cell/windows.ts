/** Longer texts are no windows. */
const MAX_LENGTH = 40;
const TIME = String.raw`(\d{1,2})(?:\s?[:.h]\s?(\d{2}))?(\d{2})?\s?(am|pm|uhr|h)?`;
const WINDOW = new RegExp(
  String.raw`^(?:von|from|de|da|od|van)?\s*${TIME}\s?(?:-|–|—|−|‐|‑|~|to|bis|à|a|al|alle|do|tot|until)\s?${TIME}$`,
  'i',
);

/** Returns a delivery window in our form, `06:00-10:00`, as people write it; undefined for other texts. */
export function windowText(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const found = WINDOW.exec(text.replaceAll(/\s+/g, ' ').trim());
  if (!found) return undefined;
  const [, hours, minutes, joined, half, endHours, endMinutes, endJoined, endHalf] = found;
  const from = timeOf(hours!, minutes ?? joined, half ?? endHalf);
  const to = timeOf(endHours!, endMinutes ?? endJoined, endHalf);
  return from === undefined || to === undefined ? undefined : `${from}-${to}`;
}

function timeOf(hours: string, minutes = '00', half?: string): string | undefined {
  const isHalf = /^[ap]m$/i.test(half ?? '');
  const hour = isHalf ? (Number(hours) % 12) + (half!.toLowerCase() === 'pm' ? 12 : 0) : Number(hours);
  if (isHalf && (Number(hours) < 1 || Number(hours) > 12)) return undefined;
  if (hour === 24 && Number(minutes) === 0) return '00:00';
  return hour > 23 || Number(minutes) > 59 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`;
}
