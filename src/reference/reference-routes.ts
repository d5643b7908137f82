import { readFileSync } from 'node:fs';
import { type RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { hasTag, tagOf } from '../http/tag.ts';
import type { Route } from '../rest/route.ts';
import { openApiOf } from './document.ts';
import { GUIDES, type Guide } from './guides.ts';
import { guidePage, referencePage } from './page.ts';
import { scalarScript } from './scalar.ts';

const STYLE = new URL('style.css', import.meta.url);

/**
 * `/openapi.json`: what the REST interface is, for programs; `/docs`: the same for people, with the
 * guides. All without a key, and made when first asked for.
 */
export function referenceRoutes(routes: readonly Route[], publicUrl: () => string): Router {
  const router = Router({ caseSensitive: true });
  router.get(
    '/openapi.json',
    serve('json', () => JSON.stringify(openApiOf(routes, publicUrl()))),
  );
  router.use('/docs', policy(publicUrl));
  router.get('/docs', serve('html', referencePage));
  router.get('/docs/scalar.js', serve('js', scalarScript));
  router.get(
    '/docs/style.css',
    serve('css', () => readFileSync(STYLE, 'utf8')),
  );
  for (const guide of Object.keys(GUIDES) as Guide[]) {
    router.get(
      `/docs/${guide}`,
      serve('html', () => guidePage(guide)),
    );
  }
  return router;
}

/** Nothing is loaded from elsewhere; Scalar writes styles into its page and calls the API it describes. */
function policy(publicUrl: () => string): RequestHandler {
  return (request, response, next) => {
    const directives = {
      defaultSrc: ["'self'"],
      connectSrc: ["'self'", new URL(publicUrl()).origin],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      styleSrc: ["'self'", "'unsafe-inline'"],
      upgradeInsecureRequests: null,
    };
    contentSecurityPolicy({ directives })(request, response, next);
  };
}

/** Answers what `make` made the first time. */
function serve(type: string, make: () => string | Promise<string>): RequestHandler {
  let body: Promise<string> | undefined;
  return async (request, response) => {
    body ??= Promise.resolve(make());
    const tag = tagOf(await body);
    response.type(type).set({ 'Cache-Control': 'no-cache', ETag: tag });
    if (hasTag(request, tag)) response.status(304).end();
    else response.send(await body);
  };
}
