import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { cpuOfFamily } from '../../bench/cpu.ts';
import type { Data } from '../../bench/data.ts';
import { type Ask, askOn } from './ask.ts';
import type { Form } from './forms.ts';
import type { Node } from './nodes.ts';
import { type Request, requestOf } from './requests.ts';

const CLIENTS_PER_NODE = 2;
const SETTLE_MS = 50;
/** More than any form gets done in a round. */
const MOST = 6_000;

/** Where clients connect to. */
export interface Entry {
  name: string;
  data: Data;
  /** All whose CPU time counts. */
  nodes: Node[];
  /** The node for a request; `turn` is its number. */
  nodeOf(request: Request, turn: number): Node;
}

/** A form through an entry. */
export interface Variant {
  form: Form;
  entry: Entry;
  /** CPU milliseconds for each request, of each node, one list for each round. */
  rounds: number[][];
  /** Why it does not run. */
  refused?: string;
}

/** The number of requests, and the maximum time. */
interface Extent {
  requests?: number;
  ms: number;
}

export interface Runner {
  /** Runs requests, and returns what each led to, or what `readBack` makes of it on the same connection. */
  run(variant: Variant, extent: Extent, readBack?: ReadBack): Promise<unknown[]>;
  /** Runs requests for so long, and notes the CPU time that the nodes took for each. */
  measure(variant: Variant, ms: number): Promise<void>;
  /** Makes connections usable again after an error. */
  rollBack(): Promise<void>;
  close(): Promise<void>;
}

type ReadBack = (ask: Ask, request: Request, result: unknown) => Promise<unknown>;

/** @param accounts whose requests are run, in turn */
export async function createRunner(nodes: Node[], accounts: number[]): Promise<Runner> {
  const clients = new Map<Node, Client[]>();
  for (const node of nodes) {
    const own = Array.from({ length: CLIENTS_PER_NODE }, () => new Client({ connectionString: node.url }));
    for (const client of own) await client.connect();
    clients.set(node, own);
  }
  const turns = new Map<Variant, number>();

  async function run(variant: Variant, { requests = MOST, ms }: Extent, readBack?: ReadBack) {
    const { form, entry } = variant;
    const first = turns.get(variant) ?? 0;
    const waiting = new Map(entry.nodes.map((node) => [node, [] as { request: Request; at: number }[]]));
    for (let at = 0; at < requests; at++) {
      const request = requestOf(first + at, entry.data, accounts);
      waiting.get(entry.nodeOf(request, first + at))!.push({ request, at });
    }
    // The clients of a node share its queue.
    const queues = new Map([...waiting].map(([node, queue]) => [node, queue.values()]));
    const results: unknown[] = [];
    const deadline = performance.now() + ms;
    const works = entry.nodes.flatMap((node) =>
      clients.get(node)!.map(async (client) => {
        const ask = askOn(client);
        for (const { request, at } of queues.get(node)!) {
          const result = await form.run(ask, request);
          results[at] = readBack ? await readBack(ask, request, result) : result;
          if (performance.now() > deadline) break;
        }
      }),
    );
    const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    turns.set(variant, first + requests);
    return results;
  }

  return {
    run,
    async measure(variant, ms) {
      const before = await cpuOf(variant.entry.nodes);
      const done = Object.keys(await run(variant, { ms })).length;
      // What a server still does after its last response is part of the work.
      await sleep(SETTLE_MS);
      const after = await cpuOf(variant.entry.nodes);
      variant.rounds.push(after.map((cpu, at) => (cpu - before[at]!) / done));
    },
    async rollBack() {
      for (const client of [...clients.values()].flat()) await client.query('ROLLBACK');
    },
    async close() {
      for (const client of [...clients.values()].flat()) await client.end();
    },
  };
}

async function cpuOf(nodes: Node[]): Promise<number[]> {
  return Promise.all(nodes.map(async ({ pid }) => (await cpuOfFamily(pid))!));
}
