import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDeliveries, fillEvents, fillProducts, fillSupermarkets } from '../../fill.ts';
import { inLanes } from '../../load.ts';
import { builtFolder } from '../../../src/pages/built-folder.ts';
import { aborted, type Attack, type Attacks, requests, type Scene } from '../attack.ts';
import { type Attacker, prove } from '../attacker.ts';

const BACKLOG = { events: 10_000, bytes: 2_000 };
const LINES = 'nodes { id products { name quantity product { id name } } }';
/** Queries: a response may have 10,000 objects, and the first query is refused when it has read as many. */
const LONG = [`{ deliveries(first: 100) { ${LINES} } }`, `{ deliveries(first: 9) { ${LINES} } }`];
/** Queries: a response may have 250,000 values, and the first query is refused when it has read as many. */
const ALIASED = [aliasedLines(50), aliasedLines(25)];

/** A request for a large response. */
interface Target {
  path: string;
  key?: string;
  /** The least size of the response. */
  bytes: number;
}

/** Large responses, read or left unread. */
export const READERS: Attacks = {
  ...unread('script', 0, async () => largestScript()),
  ...unread('list', 100, fillLongDeliveries),
  'all-supermarkets': large(async ({ attacker, stage: { database }, smoke, account }) => {
    const { accountId, key } = await account();
    await fillSupermarkets(database, accountId, { supermarkets: smoke ? 100 : 2_000, branches: 10 });
    const send = () => attacker.send('/api/v1/supermarkets', { key });
    prove(await send(), { bytes: smoke ? 50_000 : 1_000_000 });
    return send;
  }),
  'long-deliveries': large(async (scene) => {
    const { attacker } = scene;
    const { path, key, bytes } = await fillLongDeliveries(scene);
    prove(await attacker.send(path, { key }), { bytes });
    return (number) =>
      number % 2 === 0
        ? attacker.send(path, { key })
        : attacker.operate(key, LONG[Math.floor(number / 2) % LONG.length]!);
  }),
  'aliased-lines': large(async (scene) => {
    const { key } = await fillLongDeliveries(scene);
    return (number) => scene.attacker.operate(key, ALIASED[number % ALIASED.length]!);
  }),
  'live-backlog': {
    async prepare({ attacker, stage: { database }, smoke, account }) {
      const { accountId, key } = await account();
      const events = smoke ? 200 : BACKLOG.events;
      await fillEvents(database, accountId, { ...BACKLOG, events });
      const query = '{ latestEvents(first: 100) { id type occurredAt data } }';
      prove(await attacker.operate(key, query), { bytes: 100 * BACKLOG.bytes });
      return (signal) =>
        inLanes(smoke ? 5 : 30, 280, () => readBacklog(attacker, key, events, signal), signal);
    },
  },
};

/** Returns an attack by nearly the plan's requests per minute, each with a large response, five at a time. */
function large(prepare: Parameters<typeof requests>[1]): Attack {
  return requests([5, 295], prepare, { maxGrowthMiB: 300 });
}

/** Returns attacks by uncompressed requests whose responses nobody reads, by many sockets or one pipeline. */
function unread(
  name: string,
  makingMiB: number,
  targetOf: (scene: Scene) => Promise<Target>,
): Record<string, Attack> {
  const hold = async (scene: Scene, sockets: number, requests: number) => {
    const { attacker } = scene;
    const target = await targetOf(scene);
    // The memory that the first response takes in the service is not a cost of the others.
    prove(await attacker.send(target.path, target), target);
    return async (signal: AbortSignal) => {
      await inLanes(1, sockets, () => attacker.open(get(target).repeat(requests)));
      await aborted(signal);
    };
  };
  return {
    [`${name}-readers`]: {
      maxGrowthMiB: 200 + makingMiB,
      prepare: (scene) => hold(scene, scene.smoke ? 10 : 200, 1),
    },
    [`${name}-pipeline`]: {
      maxGrowthMiB: 100 + makingMiB,
      prepare: (scene) => hold(scene, 1, scene.smoke ? 5 : 100),
    },
  };
}

function aliasedLines(times: number): string {
  const names = Array.from({ length: times }, (_, at) => `a${at}: name`).join(' ');
  return `{ deliveries(first: 19) { nodes { products { ${names} } } } }`;
}

async function fillLongDeliveries({ account, stage: { database }, smoke }: Scene) {
  const { accountId, key } = await account();
  await fillProducts(database, accountId, 500);
  await fillDeliveries(database, accountId, { deliveries: 100, lines: smoke ? 20 : 500 });
  return { path: '/api/v1/deliveries?per_page=100', key, bytes: smoke ? 100_000 : 2_000_000 };
}

/** Opens a stream that requests all stored events, and ends it when they have arrived. */
async function readBacklog({ listen }: Attacker, key: string, events: number, signal: AbortSignal) {
  const query = 'subscription { events(after: "0") { id type occurredAt data } }';
  let received = 0;
  try {
    for await (const chunk of await listen(key, query, signal)) {
      received += chunk.toString('latin1').split('event: next').length - 1;
      // A message across two chunks may have been missed.
      if (received >= events * 0.99) return;
    }
  } catch {
    // The stream was refused or has ended.
    await sleep(100);
  }
}

/**
 * Returns the largest script of the reference. File names change with each build.
 *
 * @throws when the reference has not been built
 */
function largestScript(): Target {
  const folder = builtFolder('docs');
  const files = globSync('**/*.js', { cwd: folder }).map((name) => {
    return { path: `/docs/${name}`, bytes: statSync(join(folder, name)).size };
  });
  const [largest] = files.sort((a, b) => b.bytes - a.bytes);
  if (!largest) throw new Error(`${folder} has no scripts: run npm run build first`);
  return largest;
}

/** Returns the text of a request. */
function get({ path, key }: Target): string {
  const headers = key ? [`Authorization: Bearer ${key}`] : [];
  return [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');
}
