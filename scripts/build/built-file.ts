import { hash } from 'node:crypto';

/** A prebuilt file, with its path in the page's folder. */
export interface BuiltFile {
  path: string;
  content: string | Buffer;
}

/** Returns a file with a content hash in its name, so that browsers can cache it forever. */
export function hashed(name: string, extension: string, content: string | Buffer): BuiltFile {
  return { path: `assets/${name}-${hash('sha256', content).slice(0, 10)}.${extension}`, content };
}
