import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';

/** The pages that `npm run build` writes, and where. */
const FOLDERS = { docs: 'dist/docs', graphql: 'dist/graphql', settings: 'web/dist' } as const;

export type BuiltPage = keyof typeof FOLDERS;
export const PAGES = Object.keys(FOLDERS) as BuiltPage[];

/** Returns the folder that `npm run build` writes a page to. */
export function builtFolder(page: BuiltPage): string {
  return fileURLToPath(new URL(`../../${FOLDERS[page]}`, import.meta.url));
}

/** The folder of what the page of a receipt link loads. */
export const RECEIPT_FOLDER = fileURLToPath(new URL('../../dist/receipt', import.meta.url));

/**
 * Returns the scripts, the style and the font of the page of a receipt link, by name: none before they are
 * built, and the page works without.
 */
export function receiptParts(): [name: string, bytes: Buffer][] {
  if (!existsSync(RECEIPT_FOLDER)) return [];
  const names = readdirSync(RECEIPT_FOLDER).filter((name) => /\.(js|css|woff2)$/.test(name));
  return names.map((name) => [name, readFileSync(join(RECEIPT_FOLDER, name))]);
}

/** Returns whether the folder has been built. */
export function hasPage(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}

/** Returns whether a page can be shown. */
export function isBuilt(page: BuiltPage): boolean {
  return hasPage(builtFolder(page));
}

const INSTALL_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The files that build the pages. Images and installations without development dependencies lack one. */
const BUILD_TOOLS = [join('scripts', 'build-pages.ts'), join('node_modules', 'vite')];

/**
 * Returns a handler which explains how this installation can build the page `title`.
 *
 * @param root the folder of the installation
 */
export function notBuilt(title: string, root = INSTALL_ROOT): RequestHandler {
  const advice = BUILD_TOOLS.every((tool) => existsSync(join(root, tool)))
    ? 'Run <code>npm run build</code> where the service is installed, then reload this page.'
    : 'This installation came without it. Whoever runs the service can install a complete one.';
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} · Provender</title></head>
<body>
<h1>${title} has not been built</h1>
<p>${advice}</p>
</body>
</html>
`;
  return (_request, response) => {
    response.status(503).set('Cache-Control', 'no-store').type('html').send(page);
  };
}
