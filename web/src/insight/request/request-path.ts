/** Returns the address of a request's page. Clients choose ids, which can contain slashes. */
export function requestPath(id: string): string {
  return `/requests/${encodeURIComponent(id)}`;
}

/**
 * Returns the id of a request from its address, where the router leaves characters such as slashes encoded.
 */
export function requestIdOf(encoded: string): string {
  return encoded.replaceAll(/%[2-7][0-9a-f]/gi, (each) => decodeURIComponent(each));
}
