/** Returns who sent a request from the web page; older requests do not say who. */
export function senderAtPage(personName: string | null): string {
  return personName === null ? 'Web page' : `${personName} · Web page`;
}
