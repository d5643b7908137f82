import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { builtFolder, notBuilt } from './built-folder.ts';
import { serveFiles } from './serve-files.ts';

/**
 * Returns the routes of `/settings`: the built page and its compressed parts. Every path that names no file
 * serves the page, which routes it.
 *
 * @param folder the build output
 */
export function settingsRoutes(folder = builtFolder('settings')): Router {
  const router = Router({ caseSensitive: true });
  router.use(
    '/settings',
    settingsPolicy(join(folder, 'index.html')),
    widenWorker,
    serveFiles(folder, { singlePage: true, otherwise: notBuilt('The web page') }),
  );
  return router;
}

/** Lets the service worker also open the start page, which is above its folder. */
const widenWorker: RequestHandler = ({ path }, response, next) => {
  if (path === '/worker.js') response.set('Service-Worker-Allowed', '/settings');
  next();
};

/** Allows the inline styles of the built page by their hashes, once it has been built. */
function settingsPolicy(page: string): RequestHandler {
  let withPolicy: RequestHandler | undefined;
  return (request, response, next) => {
    withPolicy ??= existsSync(page) ? policyWith(styleHashes(readFileSync(page, 'utf8'))) : undefined;
    (withPolicy ?? policyWith([]))(request, response, next);
  };
}

function styleHashes(html: string): string[] {
  return Array.from(
    html.matchAll(/<style>(.*?)<\/style>/gs),
    ([, style]) => `'sha256-${createHash('sha256').update(style!).digest('base64')}'`,
  );
}

function policyWith(styles: string[]): RequestHandler {
  return contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", ...styles],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  });
}
