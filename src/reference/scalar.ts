import type fastifyApiReference from '@scalar/fastify-api-reference';

/** What the package registers with Fastify, as far as it matters here. */
interface FastifyRoute {
  url: string;
  handler(request: unknown, reply: Reply): unknown;
}

interface Reply {
  header(name: string, value: string): Reply;
  send(body: string): void;
}

/**
 * The script of Scalar's reference for browsers. Its package for Fastify is taken because that one
 * carries the built script alone; the others fetch it from a CDN or bring 180 packages it is built of.
 * Loaded when first asked for: it is 4 MB.
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
