const REST = `${location.origin}/api/v1`;

/** A line to paste that uses a key for something its scopes allow. */
export function curlWith(key: string, scopes: readonly string[]): string {
  const readable = scopes.find((scope) => scope.endsWith(':read'));
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  if (readable) return `curl ${authorization} ${REST}/${readable.split(':')[0]}`;
  // Every key may ask whose it is.
  return `curl ${authorization} --json '{"query":"{ account { name } }"}' ${location.origin}/graphql`;
}
