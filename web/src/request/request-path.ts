/** Returns the address of a request's page. Clients choose ids, which can contain slashes. */
export function requestPath(id: string): string {
  return `/requests/${encodeURIComponent(id)}`;
}
