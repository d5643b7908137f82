import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Guide, withAddress } from '../reference/guides.ts';
import { builtFolder } from './built-folder.ts';

/**
 * Returns a guide as Markdown, with the address of this service; undefined until the pages have been built.
 */
export function guideMarkdown(guide: Guide, publicUrl: string): string | undefined {
  const path = join(builtFolder('docs'), `${guide}.md`);
  return existsSync(path) ? withAddress(guide, readFileSync(path, 'utf8'), publicUrl) : undefined;
}
