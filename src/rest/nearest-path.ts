const MAX_EDITS = 2;
/** The maximum length of a segment: longer ones are no typing errors, and comparing them would take long. */
const MAX_SEGMENT = 40;

/**
 * Returns the path of a route that `path` is probably meant to be, with its ids; undefined if none is
 * similar.
 */
export function nearestPath(path: string, routes: readonly string[]): string | undefined {
  const given = segmentsOf(path);
  if (given.some((segment) => segment.length > MAX_SEGMENT)) return undefined;
  let nearest: { path: string; edits: number } | undefined;
  for (const route of routes) {
    const expected = segmentsOf(route);
    if (expected.length !== given.length) continue;
    const edits = expected.map((segment, at) =>
      isId(segment) ? 0 : editsBetween(segment, given[at]!.toLowerCase()),
    );
    if (Math.max(...edits) > MAX_EDITS) continue;
    const sum = edits.reduce((total, count) => total + count, 0);
    const meant = expected.map((segment, at) => (isId(segment) ? given[at]! : segment));
    if (!nearest || sum < nearest.edits) nearest = { path: `/${meant.join('/')}`, edits: sum };
  }
  return nearest?.path;
}

function isId(segment: string): boolean {
  return segment.startsWith(':');
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Returns the Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (let at = 1; at <= other.length; at++) {
      const replaced = row[at - 1]! + Number(letter !== other[at - 1]);
      next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
