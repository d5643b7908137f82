import { createHash } from 'node:crypto';

/**
 * Returns the keys by which assignments of columns are stored: digests of their names, and of their positions
 * among columns with one name. Empty for a column without a name.
 */
export function columnKeys(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    if (name === '') return '';
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return createHash('sha256').update(`${name}\t${count}`).digest('hex');
  });
}
