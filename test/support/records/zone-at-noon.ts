/** Returns a time zone in which it is between twelve and one o'clock. */
export function zoneAtNoon(): string {
  const west = new Date().getUTCHours() - 12;
  return west === 0 ? 'UTC' : `Etc/GMT${west > 0 ? '+' : ''}${west}`;
}
