/** Returns what an address says about a view, in one order; the place in the list is not part of it. */
export function viewIn(search: string): string {
  const view = new URLSearchParams(search);
  for (const place of ['after', 'before', 'open']) view.delete(place);
  view.sort();
  return view.toString();
}
