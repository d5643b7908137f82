import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import sirv from 'sirv';

const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url));
const FOREVER = 'public, max-age=31536000, immutable';

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Settings · Provender</title></head>
<body>
<h1>The settings page was not built</h1>
<p>Run <code>npm run build:web</code> where the service is installed, and load this page again.</p>
</body>
</html>
`;

/**
 * `/settings`: the page and its parts as they were built, compressed ahead. Every path below that
 * names no file is the page, which shows what the path says.
 *
 * @param folder where they were built to
 */
export function settingsRoutes(folder = BUILT): Router {
  const router = Router({ caseSensitive: true });
  let files: RequestHandler | undefined;
  router.use('/settings', policy, (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    response.locals.route = '/settings';
    files ??= existsSync(`${folder}/index.html`) ? serveFrom(folder) : undefined;
    if (files) return files(request, response, next);
    response.status(503).set('Cache-Control', 'no-store').type('html').send(NOT_BUILT);
  });
  return router;
}

const policy = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

function serveFrom(folder: string): RequestHandler {
  return sirv(folder, {
    single: true,
    brotli: true,
    gzip: true,
    etag: true,
    // Names below assets carry a hash of what is in them.
    setHeaders: (response, path) =>
      void response.setHeader('Cache-Control', path.startsWith('/assets/') ? FOREVER : 'no-cache'),
  });
}
