const BY: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Returns the id of the record that a key leads to from the open one; undefined when it leads nowhere. The
 * arrow keys do so from a row only, since they scroll everything else.
 */
export function rowAfter(
  { key, target }: KeyboardEvent,
  open: string,
  rows: readonly { id: string }[],
): string | undefined {
  const by = BY[key];
  if (by === undefined) return undefined;
  if (key.startsWith('Arrow') && !(target as HTMLElement).matches('tr[aria-current] *')) return undefined;
  const at = rows.findIndex(({ id }) => id === open);
  return rows[at === -1 ? 0 : at + by]?.id;
}

/** Returns the link of the row of a record. */
export function rowOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector(`tr[data-key="${CSS.escape(id)}"] a`) ?? null;
}
