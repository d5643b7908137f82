import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestService } from '../support/service/service.ts';

type Behaviour = 'forward' | 'lose the answer' | 'never answer' | { status: number; retryAfter: number };

/**
 * Returns a function that starts a server in front of the service. It handles the n-th request as configured,
 * and records their Idempotency-Keys and how many were in flight at most.
 */
export function startFrontOf(service: Pick<TestService, 'url'>) {
  return (treat: (nth: number) => Behaviour) => startFront(service, treat);
}

async function startFront(service: Pick<TestService, 'url'>, treat: (nth: number) => Behaviour) {
  const keys: (string | undefined)[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const server = createServer(async (request, response) => {
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    response.once('close', () => inFlight--);
    const body = await buffer(request);
    const behaviour = treat(keys.push(request.headers['idempotency-key'] as string | undefined));
    if (typeof behaviour === 'object') {
      return response.writeHead(behaviour.status, { 'Retry-After': behaviour.retryAfter }).end();
    }
    if (behaviour === 'never answer') return;
    const { method, url, headers } = request;
    const answer = await fetch(service.url + url, {
      method,
      headers: {
        Authorization: headers.authorization!,
        ...(body.length > 0 && { 'Content-Type': 'application/json' }),
        ...(headers['idempotency-key'] && { 'Idempotency-Key': String(headers['idempotency-key']) }),
      },
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    if (behaviour === 'lose the answer') return response.destroy();
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    keys,
    mostInFlight: () => mostInFlight,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
