import { type RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { builtFolder, hasPage } from './built-folder.ts';
import { serveFiles } from './serve-files.ts';
import { noRoute } from '../http/response/no-route.ts';

/**
 * Returns the handlers that serve the built GraphiQL to browsers. It contains no key: the link printed at the
 * first start has one in its fragment, which browsers do not send. Until it is built, browsers get the same
 * response as other clients.
 *
 * @param count limits anonymous requests for pages
 */
export function showGraphiQL(count: RequestHandler, folder = builtFolder('graphql')): RequestHandler {
  const router = Router({ caseSensitive: true });
  const files = serveFiles(folder, { otherwise: (_request, _response, next) => next() });
  const forBrowsers: RequestHandler = (request, _response, next) => {
    next(request.accepts(['json', 'html']) === 'html' && hasPage(folder) ? undefined : 'route');
  };
  const steps = [count, denyCrossOrigin, graphiqlPolicy, files];
  router.get('/', forBrowsers, ...steps);
  router.get('/assets/*file', ...steps, (request) => {
    throw noRoute(request, 'GraphiQL is at /graphql');
  });
  // A router would respond to OPTIONS with the methods of its own routes only.
  return (request, response, next) =>
    request.method === 'GET' || request.method === 'HEAD' ? router(request, response, next) : next();
}

/** Prevents scripts of other sites from reading the page. */
const denyCrossOrigin: RequestHandler = (_request, response, next) => {
  response.removeHeader('Access-Control-Allow-Origin');
  next();
};

/** The editor adds inline styles; everything else is served from here, and no site can frame it. */
const graphiqlPolicy = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    workerSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    formAction: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
});
