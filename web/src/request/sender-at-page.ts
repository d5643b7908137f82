/** Returns who sent a request from the settings page; older requests do not say who. */
export function senderAtPage(personName: string | null): string {
  return personName === null ? 'Settings page' : `${personName} · Settings page`;
}
