import type fastifyApiReference from '@scalar/fastify-api-reference';

/** The relevant part of what the package registers with Fastify. */
interface FastifyRoute {
  url: string;
  handler(request: unknown, reply: Reply): unknown;
}

interface Reply {
  header(name: string, value: string): Reply;
  send(body: string): void;
}

/**
 * Returns the script of Scalar's reference for browsers. The package for Fastify is the only one with the built script
 * alone; the others fetch it from a CDN or depend on 180 packages. It is 4 MB, so it is loaded on first use.
 */
export async function scalarScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const registered: FastifyRoute[] = [];
  const fastify = { route: (route: FastifyRoute) => registered.push(route) };
  type Register = (
    fastify: object,
    options: Parameters<typeof fastifyApiReference>[1],
    done: () => void,
  ) => void;
  (plugin as unknown as Register)(fastify, { configuration: { url: '/' } }, () => {});
  const { handler } = registered.find(({ url }) => url.endsWith('.js'))!;
  return new Promise((resolve) => {
    const reply: Reply = { header: () => reply, send: resolve };
    handler({}, reply);
  });
}
