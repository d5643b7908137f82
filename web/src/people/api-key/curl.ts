const REST = `${location.origin}/api/v1`;

/** Returns a curl command that uses a key for something its scopes allow. */
export function curlWith(key: string, scopes: readonly string[]): string {
  const readable = scopes.find((scope) => scope.endsWith(':read'));
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  if (readable) return `curl ${authorization} ${REST}/${readable.split(':')[0]}`;
  // Every key can read its own account.
  return `curl ${authorization} --json '{"query":"{ account { name } }"}' ${location.origin}/graphql`;
}
