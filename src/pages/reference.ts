import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { sendAsset, type Asset, assetOf } from './asset.ts';
import { builtFolder, notBuilt } from './built-folder.ts';
import { guideMarkdown } from './guide-markdown.ts';
import { serveFiles } from './serve-files.ts';
import { openApiOf } from '../reference/document.ts';
import { type Guide, isGuide, withAddress } from '../reference/guides.ts';
import { escaped } from '../reference/html.ts';
import { llmsText } from '../reference/llms.ts';

/**
 * Returns the public routes of `/openapi.json` and `/llms.txt`, generated on first use, and of `/docs`, the
 * built reference and guides.
 */
export function referenceRoutes(endpoints: Parameters<typeof openApiOf>[0], publicUrl: () => string): Router {
  const router = Router({ caseSensitive: true });
  let document: Asset | undefined;
  router.get('/openapi.json', (request, response) => {
    document ??= assetOf('json', JSON.stringify(openApiOf(endpoints, publicUrl())));
    return sendAsset(request, response, document);
  });
  const folder = builtFolder('docs');
  const files = serveFiles(folder, { otherwise: notBuilt('The reference') });
  let llms: Asset | undefined;
  router.get('/llms.txt', (request, response) => {
    llms ??= assetOf('txt', llmsText(publicUrl()));
    return sendAsset(request, response, llms);
  });
  router.use('/docs', referencePolicy(publicUrl));
  router.get('/docs/try', (_request, response) => response.redirect(308, '/docs'));
  router.get('/docs/:page', guides(folder, publicUrl));
  router.use('/docs', files);
  return router;
}

/** Serves the guides, as pages and as Markdown. */
function guides(folder: string, publicUrl: () => string): RequestHandler<{ page: string }> {
  const pages = new Map<string, Asset>();
  return (request, response, next) => {
    const [, guide = '', ending = '.html'] = /^([\w-]+)(\.md)?$/.exec(request.params.page) ?? [];
    if (!isGuide(guide)) return next();
    const page = pages.get(guide + ending) ?? guideIn(folder, guide, ending, publicUrl());
    if (!page) return next();
    pages.set(guide + ending, page);
    return sendAsset(request, response, page);
  };
}

function guideIn(folder: string, guide: Guide, ending: string, publicUrl: string): Asset | undefined {
  if (ending === '.md') {
    const text = guideMarkdown(guide, publicUrl);
    return text === undefined ? undefined : assetOf('md', text);
  }
  const path = join(folder, guide + ending);
  if (!existsSync(path)) return undefined;
  return assetOf('html', withAddress(guide, readFileSync(path, 'utf8'), escaped(publicUrl)));
}

/** Everything is loaded from here. Scalar writes styles into its page and calls the API it describes. */
function referencePolicy(publicUrl: () => string): RequestHandler {
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
