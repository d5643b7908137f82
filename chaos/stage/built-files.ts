import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder } from '../../src/pages/built-folder.ts';

/** A file that the service sends to everybody. */
export interface BuiltFile {
  path: string;
  bytes: number;
}

/**
 * Returns the largest built file of the reference with this extension. File names change with each build.
 *
 * @throws when the reference has not been built
 */
export function largestBuilt(extension: 'js' | 'html'): BuiltFile {
  const folder = builtFolder('docs');
  const files = globSync(`**/*.${extension}`, { cwd: folder }).map((name) => ({
    path: `/docs/${name}`,
    bytes: statSync(join(folder, name)).size,
  }));
  const [largest] = files.sort((a, b) => b.bytes - a.bytes);
  if (!largest) throw new Error(`${folder} has no .${extension} file: run npm run build first`);
  return largest;
}
