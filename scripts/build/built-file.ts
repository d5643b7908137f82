import { hash } from 'node:crypto';

/** A file of a page that is built ahead, by its path in the page's folder. */
export interface BuiltFile {
  path: string;
  content: string | Buffer;
}

/** A file whose name tells what is in it, so that browsers can keep it for ever. */
export function hashed(name: string, extension: string, content: string | Buffer): BuiltFile {
  return { path: `assets/${name}-${hash('sha256', content).slice(0, 10)}.${extension}`, content };
}
