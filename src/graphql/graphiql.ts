import { type RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { setHeaders } from '../http/answer.ts';
import { builtFolder, notBuilt } from '../http/built-folder.ts';
import { serveFiles } from '../http/serve-files.ts';
import { notFound } from '../schema/errors.ts';

/**
 * Shows GraphiQL to browsers, as it was built. It holds no key: the link that the first start prints
 * carries one in its fragment, which no browser sends.
 *
 * @param count what counts the requests of strangers for pages
 */
export function showGraphiQL(count: RequestHandler): RequestHandler {
  const router = Router({ caseSensitive: true });
  const files = serveFiles(builtFolder('graphql'), { otherwise: notBuilt('GraphiQL') });
  const steps = [setHeaders, count, forNoOtherPage, policy, files];
  router.get('/', forBrowsers, ...steps);
  router.get('/assets/*file', ...steps, () => {
    throw notFound('this page');
  });
  // A router responds to OPTIONS by itself, with the methods of its own routes alone.
  return (request, response, next) =>
    request.method === 'GET' || request.method === 'HEAD' ? router(request, response, next) : next();
}

const forBrowsers: RequestHandler = (request, _response, next) => {
  next(request.accepts(['json', 'html']) === 'html' ? undefined : 'route');
};

/** No script of another site reads the page or its parts, and no cache takes it for an operation's answer. */
const forNoOtherPage: RequestHandler = (_request, response, next) => {
  response.removeHeader('Access-Control-Allow-Origin');
  response.vary('Accept');
  next();
};

/** The editor writes styles into its page; all else comes from here, and no site can frame its buttons. */
const policy = contentSecurityPolicy({
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
