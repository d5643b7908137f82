import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { sendAsset, assetOf } from './asset.ts';

const ICON = new URL('../../web/public/icon.svg', import.meta.url);

/**
 * Returns the routes of `/`, which redirects browsers to the web page and shows programs the service's
 * addresses, and of `/favicon.ico`.
 */
export function linksRoutes(restPath: string, publicUrl: () => string): Router {
  const router = Router({ caseSensitive: true });
  const icon = { ...assetOf('svg', readFileSync(ICON, 'utf8')), cacheControl: 'public, max-age=86400' };
  router.get('/', (request, response) => {
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html') return response.redirect('/settings');
    const at = publicUrl();
    response.json({
      name: 'Provender',
      rest: at + restPath,
      graphql: `${at}/graphql`,
      openapi: `${at}/openapi.json`,
      docs: `${at}/docs`,
      settings: `${at}/settings`,
      health: `${at}/readyz`,
    });
  });
  router.get('/favicon.ico', (request, response) => sendAsset(request, response, icon));
  return router;
}
