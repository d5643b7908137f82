import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import { describeError, type Logger } from '../log.ts';
import { maskKeys } from '../schema/api-key/key-format.ts';

const SAFE_ID = /^[\w.:~+=@/-]{1,128}$/;
const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/** Gives every request an id, the caller's own where it is safe, and every answer a line in the log. */
export function requestLog(logger: Logger) {
  return pinoHttp({
    logger,
    genReqId: identify,
    customProps: (_request, response) => ({
      account: (
        response as { locals?: { context?: { caller?: { accountId?: bigint } } } }
      ).locals?.context?.caller?.accountId?.toString(),
    }),
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    autoLogging: { ignore: ({ url }) => QUIET.has(url ?? '') },
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'request' },
    serializers: {
      err: describeError,
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        url: maskKeys(url),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
  });
}

function identify({ headers }: IncomingMessage, response: ServerResponse): string {
  const own = headers['x-request-id'];
  const isKept = typeof own === 'string' && SAFE_ID.test(own) && maskKeys(own) === own;
  const id = isKept ? own : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}
