import { createHash } from 'node:crypto';

/**
 * Returns the keys by which the fields of columns are remembered: digests of their names, of several with one
 * name also of which one it is; empty for a column without a name.
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
