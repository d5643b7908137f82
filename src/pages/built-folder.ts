import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';

/** Returns the folder that `npm run build` writes a page to. */
export function builtFolder(name: 'docs' | 'graphql'): string {
  return fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
}

/** Returns a handler which explains that the page `title` must be built first. */
export function notBuilt(title: string): RequestHandler {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} · Provender</title></head>
<body>
<h1>${title} has not been built</h1>
<p>Run <code>npm run build</code> where the service is installed, then reload this page.</p>
</body>
</html>
`;
  return (_request, response) => {
    response.status(503).set('Cache-Control', 'no-store').type('html').send(page);
  };
}
