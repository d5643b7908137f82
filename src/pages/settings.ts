import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { notBuilt } from './built-folder.ts';
import { serveFiles } from './serve-files.ts';

const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Returns the routes of `/settings`: the built page and its compressed parts. Every path that names no file serves the
 * page, which routes it.
 *
 * @param folder the build output
 */
export function settingsRoutes(folder = BUILT): Router {
  const router = Router({ caseSensitive: true });
  router.use(
    '/settings',
    policy,
    serveFiles(folder, { singlePage: true, otherwise: notBuilt('The settings page') }),
  );
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
