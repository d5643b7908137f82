import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { sendAsset, type Asset, assetOf } from './asset.ts';
import { builtFolder, notBuilt } from './built-folder.ts';
import { serveFiles } from './serve-files.ts';
import type { Route } from '../rest/route.ts';
import { openApiOf } from '../reference/document.ts';
import { API_GUIDES, type Guide, isGuide } from '../reference/guides.ts';
import { escaped } from '../reference/html.ts';

/** Where the guides say that the service is: the address of one with the default settings. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:3000';

/**
 * Returns the public routes of `/openapi.json`, generated on first use, and `/docs`, the built reference and guides.
 */
export function referenceRoutes(routes: readonly Route[], publicUrl: () => string): Router {
  const router = Router({ caseSensitive: true });
  let document: Asset | undefined;
  router.get('/openapi.json', (request, response) => {
    document ??= assetOf('json', JSON.stringify(openApiOf(routes, publicUrl())));
    return sendAsset(request, response, document);
  });
  const folder = builtFolder('docs');
  const files = serveFiles(folder, { otherwise: notBuilt('The reference') });
  router.use('/docs', policy(publicUrl));
  router.get('/docs/:guide', guides(folder, publicUrl));
  router.use('/docs', files);
  return router;
}

/** Serves the guides, those to the API with the address of this service in place of the default one. */
function guides(folder: string, publicUrl: () => string): RequestHandler<{ guide: string }> {
  const pages = new Map<Guide, Asset>();
  return (request, response, next) => {
    const { guide } = request.params;
    const path = join(folder, `${guide}.html`);
    if (!isGuide(guide) || !existsSync(path)) return next();
    const address = guide in API_GUIDES ? escaped(publicUrl()) : DEFAULT_ADDRESS;
    const page = pages.get(guide) ?? pageOf(path, address);
    pages.set(guide, page);
    return sendAsset(request, response, page);
  };
}

function pageOf(path: string, address: string): Asset {
  return assetOf(
    'html',
    readFileSync(path, 'utf8').replaceAll(DEFAULT_ADDRESS, () => address),
  );
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
