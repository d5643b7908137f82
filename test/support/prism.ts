import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { pino } from 'pino';
import { BASE_PATH } from '../../src/rest/router.ts';
import { openApi } from './documented.ts';

/** What Prism found of a request or an answer that is not as documented. */
interface Violation {
  location: string[];
  code?: string;
  message: string;
}

const proxies = new Map<string, Promise<{ url: string; prism: ReturnType<typeof createServer> }>>();

/** What is beyond Prism: other methods have no operation, and a URL that cannot be decoded ends it. */
const METHODS = new Set(['GET', 'POST', 'PATCH', 'DELETE']);
const UNDECODABLE = /%(?![\da-f]{2})/i;

/** Where a request to the service at `url` is sent: to Prism in front of it, if the run asked for that. */
export async function throughPrism(url: string, method: string, path: string): Promise<string> {
  const isCarried = METHODS.has(method) && !path.startsWith('//') && !UNDECODABLE.test(path);
  if (!isCarried || process.env.THROUGH_PRISM === undefined) return url;
  if (!proxies.has(url)) proxies.set(url, startPrism(url));
  return (await proxies.get(url)!).url;
}

/** Ends the Prism in front of the service at `url`, if there is one. */
export async function stopPrism(url: string): Promise<void> {
  const proxy = await proxies.get(url);
  await proxy?.prism.close();
}

/** @throws when Prism found an answer, or a request that was served, not to be as documented */
export function expectNoViolation(where: string, { ok, headers }: Response): void {
  const violations = JSON.parse(headers.get('sl-violations') ?? '[]') as Violation[];
  // Texts are trimmed before they are measured, which no schema can say.
  const isRequestHeld = ok && !violations.some(({ code }) => code === 'maxLength');
  const unexpected = violations.filter(({ location: [part] }) => part === 'response' || isRequestHeld);
  if (unexpected.length > 0) throw new Error(`${where}: Prism found ${JSON.stringify(unexpected)}`);
}

async function startPrism(url: string) {
  const paths = Object.entries(openApi.paths).map(([path, item]) => [BASE_PATH + path, item]);
  const document = { ...openApi, paths: Object.fromEntries(paths), servers: [{ url }] };
  const prism = createServer(await getHttpOperationsFromSpec(structuredClone(document)), {
    components: { logger: pino({ level: 'silent' }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(url),
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
  });
  return { prism, url: await prism.listen(0, '127.0.0.1') };
}
