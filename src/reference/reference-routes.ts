import { type RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { answerAsset, type Asset, assetOf } from '../http/asset.ts';
import { builtFolder, notBuilt } from '../http/built-folder.ts';
import { serveFiles } from '../http/serve-files.ts';
import type { Route } from '../rest/route.ts';
import { openApiOf } from './document.ts';

/**
 * Returns the public routes of `/openapi.json`, generated on first use, and `/docs`, the built reference and guides.
 */
export function referenceRoutes(routes: readonly Route[], publicUrl: () => string): Router {
  const router = Router({ caseSensitive: true });
  let document: Asset | undefined;
  router.get('/openapi.json', (request, response) => {
    document ??= assetOf('json', JSON.stringify(openApiOf(routes, publicUrl())));
    return answerAsset(request, response, document);
  });
  const files = serveFiles(builtFolder('docs'), { otherwise: notBuilt('The reference') });
  router.use('/docs', policy(publicUrl), files);
  return router;
}

/** Everything is loaded from the service; Scalar adds inline styles and calls the API it describes. */
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
