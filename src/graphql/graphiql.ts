import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { Request, RequestHandler } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { setHeaders } from '../http/answer.ts';
import { LOOPBACK_HOST } from '../http/loopback.ts';

const WITH_LINK = readFileSync(new URL('./link.js', import.meta.url), 'utf8');
const RENDER = 'YogaGraphiQL.renderYogaGraphiQL(';
const EXAMPLES = fileURLToPath(new URL('./examples', import.meta.url));
const VARIABLES: Record<string, object> = { FindProducts: { search: 'bread' } };
const LOOPBACK_ADDRESS = /^((::ffff:)?127\.|::1$)/;

/** The queries that GraphiQL opens with, each in a tab of its own. */
const examples = globSync('*.graphql', { cwd: EXAMPLES })
  .toSorted()
  .map((file) => {
    const query = readFileSync(`${EXAMPLES}/${file}`, 'utf8');
    const [, name] = /(?:query|subscription) (\w+)/.exec(query)!;
    return { name: name!, query, variables: VARIABLES[name!] };
  });

/** Shows GraphiQL to browsers, with the demo key filled in for whoever sits at this machine. */
export function showGraphiQL(demoKey: string | undefined): RequestHandler {
  const page = once(() => render());
  const demoPage = once(() => render(demoKey));
  const policy = contentSecurityPolicy({
    directives: {
      // The page brings its scripts and styles inline.
      scriptSrc: ["'self'", "'unsafe-inline'", "'unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      workerSrc: ["'self'", 'blob:'],
      upgradeInsecureRequests: null,
    },
  });
  return (request, response, next) => {
    if (request.accepts(['json', 'html']) !== 'html') return next();
    setHeaders(request, response, () => {
      // No other page shall read this one.
      response.removeHeader('Access-Control-Allow-Origin');
      response.set('Cache-Control', 'no-store').type('html');
      policy(request, response, () => response.send(isAtThisMachine(request) ? demoPage() : page()));
    });
  };
}

/** Without a key in the headers it asks as whoever is signed in at the settings page. */
function render(key?: string): string {
  const headers = key && JSON.stringify({ Authorization: `Bearer ${key}` }, null, 2);
  const page = renderGraphiQL({
    title: 'Provender',
    defaultTabs: examples.map(({ query, variables }) => ({
      query,
      ...(headers && { headers }),
      ...(variables && { variables: JSON.stringify(variables, null, 2) }),
    })),
    defaultEditorToolsVisibility: 'headers',
    // The service knows the demo's key until it ends; the browser shall still know it then.
    ...(headers && { headers, shouldPersistHeaders: true }),
  });
  const at = page.lastIndexOf(RENDER);
  const rendering = page.slice(at + RENDER.length);
  return `${page.slice(0, at)}${WITH_LINK}((root, options) => ${RENDER}root, withLink(options)))(${rendering}`;
}

/**
 * Whether the page goes to the machine it comes from, where the demo key was shown anyway: by the
 * address, by a name that no other site can take for itself, past no proxy, and to no script elsewhere.
 */
function isAtThisMachine(request: Request): boolean {
  const { host = '', origin, forwarded } = request.headers;
  const isProxied = forwarded !== undefined || request.get('X-Forwarded-For') !== undefined;
  const isLoopback = LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '') && LOOPBACK_HOST.test(host);
  return isLoopback && origin === undefined && !isProxied;
}

/** It has nine megabytes: made when first asked for, and kept. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
