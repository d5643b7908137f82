import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Scene } from '../stage/attack.ts';
import { largestBuilt } from '../stage/built-files.ts';
import { fillDeliveries, fillProducts } from '../stage/bulk.ts';

const SOCKETS = 200;
const PIPELINED = 100;

/** A request for a large response. */
interface Target {
  path: string;
  key?: string;
  /** The least size of the response. */
  bytes: number;
}

interface Large {
  name: string;
  /** The memory for producing one such response, besides unread ones. */
  makingMiB: number;
  target(scene: Scene): Promise<Target>;
}

const LARGE: Large[] = [
  { name: 'page', makingMiB: 0, target: async () => largestBuilt('html') },
  { name: 'script', makingMiB: 0, target: async () => largestBuilt('js') },
  {
    name: 'list',
    makingMiB: 100,
    async target({ attacker, stage: { database }, smoke }) {
      const { accountId, key } = await attacker.account('business');
      await fillProducts(database, accountId, 500);
      await fillDeliveries(database, accountId, { deliveries: smoke ? 10 : 100, lines: smoke ? 50 : 500 });
      return { path: '/api/v1/deliveries?per_page=100', key, bytes: smoke ? 20_000 : 2_000_000 };
    },
  },
];

/** Requests for large responses, uncompressed, that are never read: over many sockets or pipelined over one. */
export const pausedReaders: Attack[] = LARGE.flatMap(({ name, makingMiB, target }) => [
  {
    name: `${name}-readers`,
    maxGrowthMiB: 200 + makingMiB,
    prepare: async (scene: Scene) => hold(scene, await target(scene), scene.smoke ? 10 : SOCKETS, 1),
  },
  {
    name: `${name}-pipeline`,
    maxGrowthMiB: 100 + makingMiB,
    prepare: async (scene: Scene) => hold(scene, await target(scene), 1, scene.smoke ? 5 : PIPELINED),
  },
]);

/** What the first response keeps in the service's memory is not a cost of the others. */
async function hold({ attacker }: Scene, target: Target, sockets: number, requests: number) {
  await attacker.prove(target.path, target, { bytes: target.bytes });
  const text = get(target).repeat(requests);
  return async (signal: AbortSignal) => {
    for (let opened = 0; opened < sockets; opened++) await attacker.open(text);
    await sleep(60_000, undefined, { signal }).catch(() => {});
  };
}

function get({ path, key }: Target): string {
  const headers = key ? [`Authorization: Bearer ${key}`] : [];
  return [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');
}
