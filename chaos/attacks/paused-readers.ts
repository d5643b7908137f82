import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Scene } from '../stage/attack.ts';
import { fillDeliveries, fillProducts } from '../stage/bulk.ts';

const SOCKETS = 200;
const PIPELINED = 100;

/** A large response: how to request it over a socket. */
interface Large {
  name: string;
  /** The memory for producing one such response, besides unread ones. */
  makingMiB: number;
  request(scene: Scene): Promise<string>;
}

const LARGE: Large[] = [
  { name: 'page', makingMiB: 0, request: async () => get('/graphql', ['Accept: text/html']) },
  { name: 'script', makingMiB: 0, request: async () => get('/docs/scalar.js') },
  {
    name: 'list',
    makingMiB: 100,
    async request({ attacker, stage: { database }, smoke }) {
      const { accountId, key } = await attacker.account('business');
      await fillProducts(database, accountId, 500);
      await fillDeliveries(database, accountId, { deliveries: smoke ? 10 : 100, lines: smoke ? 50 : 500 });
      return get('/api/v1/deliveries?per_page=100', [`Authorization: Bearer ${key}`]);
    },
  },
];

/** Requests for large responses that are never read, over many sockets or pipelined over one. */
export const pausedReaders: Attack[] = LARGE.flatMap(({ name, makingMiB, request }) => [
  {
    name: `${name}-readers`,
    maxGrowthMiB: 200 + makingMiB,
    prepare: async (scene: Scene) => hold(scene, await request(scene), scene.smoke ? 10 : SOCKETS, 1),
  },
  {
    name: `${name}-pipeline`,
    maxGrowthMiB: 100 + makingMiB,
    prepare: async (scene: Scene) => hold(scene, await request(scene), 1, scene.smoke ? 5 : PIPELINED),
  },
]);

/** What the first response keeps in the service's memory is not a cost of the others. */
async function hold({ attacker }: Scene, request: string, sockets: number, requests: number) {
  const first = await attacker.open(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  await new Promise((resolve) => first.once('close', resolve).resume());
  return async (signal: AbortSignal) => {
    for (let opened = 0; opened < sockets; opened++) await attacker.open(request.repeat(requests));
    await sleep(60_000, undefined, { signal }).catch(() => {});
  };
}

function get(path: string, headers: string[] = []): string {
  return [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');
}
