const DAY_MS = 86_400_000;

/** Returns the date a number of days from today, YYYY-MM-DD in UTC, as the service counts days. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
