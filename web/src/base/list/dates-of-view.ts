import { namedRanges } from './date-range.ts';

/** The choice of dates in a saved view, such as `last-month`. The address of a page has the days instead. */
const CHOICE = 'dates';

/** Returns a view to save: with the choice in place of its days, if these are a named range today. */
export function withChoice(search: string, timeZone: string): string {
  const view = new URLSearchParams(search);
  const chosen = namedRanges(timeZone).find(
    ({ dateFrom, dateTo }) => dateFrom === view.get('dateFrom') && dateTo === view.get('dateTo'),
  );
  if (!chosen) return search;
  view.delete('dateFrom');
  view.delete('dateTo');
  view.set(CHOICE, nameOf(chosen));
  return view.toString();
}

/** Returns the address of a saved view: with the days that its choice means today. */
export function withDays(search: string, timeZone: string): string {
  const view = new URLSearchParams(search);
  const choice = view.get(CHOICE);
  if (choice === null) return search;
  view.delete(CHOICE);
  const chosen = namedRanges(timeZone).find((range) => nameOf(range) === choice);
  if (chosen) {
    view.set('dateFrom', chosen.dateFrom);
    view.set('dateTo', chosen.dateTo);
  }
  return view.toString();
}

function nameOf({ label }: { label: string }): string {
  return label.toLowerCase().replace(' ', '-');
}
