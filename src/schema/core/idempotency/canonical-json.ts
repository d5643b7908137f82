/** No valid request is nested so deeply; deeper ones are refused, and no response is stored for them. */
const MAX_HASHED_DEPTH = 64;

/**
 * Returns the same JSON text for values that are equal, whatever the order of the members of their objects.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) {
    return JSON.stringify(value) ?? 'null';
  }
  if (depth === MAX_HASHED_DEPTH) return '"deeper"';
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`);
  return `{${members.join(',')}}`;
}
