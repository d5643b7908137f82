/**
 * Returns the address of the deliveries that match a filter, or of another page for them, such as `/notes`.
 */
export function deliveriesAt(filter: Record<string, string>, page = ''): string {
  return `/deliveries${page}?${new URLSearchParams(filter)}`;
}
