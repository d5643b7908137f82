import { type RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { answerAsset, type Asset, assetOf } from '../http/asset.ts';
import { builtFolder, notBuilt } from '../http/built-folder.ts';
import { serveFiles } from '../http/serve-files.ts';
import type { Route } from '../rest/route.ts';
import { openApiOf } from './document.ts';

/**
 * `/openapi.json`: what the REST interface is, for programs, made when it is first asked for;
 * `/docs`: the same for people, with the guides, as they were built. All without a key.
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
