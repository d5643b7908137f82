import { Router } from 'express';
import { sendTagged } from '../http/send-tagged.ts';
import type { Route } from '../rest/route.ts';
import { openApiOf } from './document.ts';

/** `/openapi.json`: what the REST interface is, for programs; without a key. */
export function referenceRoutes(routes: readonly Route[], publicUrl: () => string): Router {
  const router = Router({ caseSensitive: true });
  let openApi: string | undefined;
  router.get('/openapi.json', (request, response) => {
    // Where the service is reached is known only once it listens.
    openApi ??= JSON.stringify(openApiOf(routes, publicUrl()));
    response.type('json').set('Cache-Control', 'no-cache');
    sendTagged(request, response, openApi);
  });
  return router;
}
