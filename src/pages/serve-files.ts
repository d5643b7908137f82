import { existsSync, globSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import etag from 'etag';
import type { RequestHandler } from 'express';
import { sendAsset, type Asset, cachedEncodings } from './asset.ts';
import type { Encoding } from '../http/response/compress.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const SUFFIXES: Partial<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

export interface ServeFilesOptions {
  /** Whether to serve the page for paths that look like no file; the page routes them itself. */
  singlePage?: boolean;
  /** Handles requests until the folder has been built. */
  otherwise: RequestHandler;
}

/**
 * Returns the handler that serves a built `folder`, with the `.br` and `.gz` beside each file. File names are
 * read once, at the first request that finds an `index.html`; each file is read on first use, and then
 * cached.
 */
export function serveFiles(
  folder: string,
  { singlePage = false, otherwise }: ServeFilesOptions,
): RequestHandler {
  let files: Map<string, Asset> | undefined;
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    files ??= existsSync(join(folder, 'index.html')) ? filesIn(folder) : undefined;
    if (!files) return otherwise(request, response, next);
    const path = decodedPath(request.path).replace(/^\/|\/$/g, '');
    const isPage = singlePage && extname(path) === '';
    const asset =
      files.get(path || 'index.html') ?? files.get(`${path}.html`) ?? (isPage && files.get('index.html'));
    return asset ? sendAsset(request, response, asset) : next();
  };
}

/** Returns the files of a folder by their paths below it, so that no other file can be requested. */
function filesIn(folder: string): Map<string, Asset> {
  const names = globSync('**/*.*', { cwd: folder });
  return new Map(
    names
      .filter((name) => !/\.(br|gz)$/.test(name))
      .map((name) => {
        const path = join(folder, name);
        const compressed = (['br', 'gzip'] as const).filter((encoding) =>
          names.includes(name + SUFFIXES[encoding]),
        );
        const asset: Asset = {
          type: name.startsWith('files/') ? typeOfSource(name) : extname(name),
          // File names below assets contain a content hash.
          cacheControl: name.startsWith('assets/') ? FOREVER : 'no-cache',
          tag: etag(statSync(path), { weak: true }),
          encodings: [...compressed, 'identity'],
          bytes: cachedEncodings((encoding) => readFile(path + (SUFFIXES[encoding] ?? ''))),
        };
        return [name, asset];
      }),
  );
}

/** Returns the type of a source file, so that browsers display it instead of downloading or running it. */
function typeOfSource(name: string): string {
  return /\.(png|json)$/.test(name) ? extname(name) : 'txt';
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
