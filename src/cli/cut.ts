/**
 * Returns the first items of a list that was read with one item more. If there are more, prints to stderr how
 * to read on.
 */
export function cut<Item>(found: readonly Item[], max: number, next: (last: Item) => string): Item[] {
  const shown = found.slice(0, max);
  if (found.length > max)
    process.stderr.write(`These are the first ${max}; there are more. ${next(shown.at(-1)!)}\n`);
  return shown;
}
