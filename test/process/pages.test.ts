import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeInChromium } from '../support/web/browser.ts';
import { useDatabase } from '../support/database/database.ts';
import { type RunningService, useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';

const MB = 1_000_000;
const WAIT = { timeout: 60_000, interval: 500 };

const database = useDatabase();
const host = useHost('file');
let service: RunningService;
let script: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  service = await host.start({ DATABASE_URL: database.url });
  const { text } = await page();
  script = /src="(\/graphql\/assets\/graphiql-[^"]+)"/.exec(text)![1]!;
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

function page(headers: Record<string, string> = {}) {
  return request(service.url, 'GET', '//graphql', { headers: { Accept: 'text/html', ...headers } });
}

/** Sends `count` uncompressed requests for the largest file on each connection, and reads nothing. */
async function attack(connections: number, count: number): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const asked = `GET ${script} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(count);
  for (let i = 0; i < connections; i++) {
    const socket = connect(Number(port), hostname, () => socket.write(asked));
    sockets.push(socket.on('error', () => {}).pause());
  }
  // These requests are being served once a later one got its response, with time to spare.
  for (let i = 0; i < 10; i++) {
    expect((await request(service.url, 'GET', '//healthz')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function memory(): Promise<number> {
  // The metrics are cached for a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { text } = await request(service.url, 'GET', '//metrics');
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)![1]);
}

describe('the memory of the service', () => {
  it('grows by at most 200 MB for 200 clients that read nothing', async () => {
    await page();
    const before = await memory();
    await attack(200, 1);
    expect((await memory()) - before).toBeLessThan(200 * MB);
  });

  it('grows by at most 100 MB for one that sends 100 requests and reads nothing', async () => {
    const before = await memory();
    await attack(1, 100);
    expect((await memory()) - before).toBeLessThan(100 * MB);
  });
});

describe('the parts of a page', () => {
  it('are cached forever, and the page itself, a few kilobytes, is revalidated with a 304', async () => {
    const { text, headers } = await page();
    expect(text.length).toBeLessThan(4_000);
    expect(headers.get('Cache-Control')).toBe('no-cache');
    expect((await page({ 'If-None-Match': headers.get('ETag')! })).status).toBe(304);
    const part = await fetch(service.url + script);
    expect(part.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(part.headers.get('Content-Encoding')).toMatch(/^(br|gzip)$/);
    expect((await fetch(service.url + script.replace(/-\w+\.js$/, '-0000000000.js'))).status).toBe(404);
  });
});

describeInChromium((open) => {
  it.each<[string, number, number, string]>([
    ['/docs/quickstart', 0.005 * MB, 0.2 * MB, 'main'],
    ['/docs', 0.9 * MB, 1.3 * MB, '.scalar-app'],
    ['/graphql', 0.9 * MB, 2 * MB, '.graphiql-response'],
  ])(
    'loads %s within its size limit, and next to nothing when loaded again',
    async (path, least, most, shown) => {
      await using wire = await countingProxy(service.url);
      await using visit = await open(`${wire.url}/healthz`);
      const { page } = visit;
      const load = async () => {
        const before = wire.bytes();
        await page.goto(wire.url + path);
        await page.locator(shown).first().waitFor();
        // Workers are loaded last.
        let last = -1;
        await expect.poll(() => last === (last = wire.bytes()), { ...WAIT, interval: 3_000 }).toBe(true);
        return wire.bytes() - before;
      };
      const first = await load();
      expect(first).toBeGreaterThan(least);
      expect(first).toBeLessThan(most);
      expect(await load()).toBeLessThan(30_000);
    },
  );
});

/** Returns a proxy for `url` that counts the bytes of responses. */
async function countingProxy(url: string) {
  const { hostname, port } = new URL(url);
  let bytes = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy()).pipe(to);
    }
    upstream.on('data', (chunk) => (bytes += chunk.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    async [Symbol.asyncDispose]() {
      open.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
