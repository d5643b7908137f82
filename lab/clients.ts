import { setTimeout as sleep } from 'node:timers/promises';
import { headersOf, type Supplier } from './supplier.ts';
import { createLoad, createWriter, type Load } from './writes.ts';

const QUERY = '{ deliveries(first: 5) { totalCount nodes { id products { name } } } }';

interface ClientOptions {
  suppliers: Supplier[];
  /** Returns the address for a client's next request. */
  urlOf(client: number): string;
  /** The interval of each client's writes; its rate limit must allow them. */
  writeEveryMs: number;
  /** The interval of each client's reads (default: none). */
  readEveryMs?: number;
}

/** Clients that write and read until they stop. */
export interface Clients {
  load: Load;
  /** The number of reads, by status; `errors` for those of GraphQL. */
  reads: Map<string, number>;
  /** Returns the failed attempts of writes and reads, by status. Reaching a rate limit is not a failure. */
  failures(): Map<string, number>;
  stop(): Promise<void>;
}

/** Starts two loops for each supplier: one writes, the other one reads over REST and GraphQL in turn. */
export function startClients({ suppliers, urlOf, writeEveryMs, readEveryMs }: ClientOptions): Clients {
  const load = createLoad();
  const reads = new Map<string, number>();
  let isOver = false;
  const working = suppliers.flatMap((supplier, client) => [
    (async () => {
      const write = createWriter(supplier, load);
      for (; !isOver; await sleep(writeEveryMs)) await write(urlOf(client));
    })(),
    (async () => {
      for (let at = client; !isOver && readEveryMs !== undefined; at++, await sleep(readEveryMs))
        add(reads, await read(urlOf(client), supplier, at % 2 === 0));
    })(),
  ]);
  return {
    load,
    reads,
    failures() {
      const failures = new Map<string, number>();
      for (const [status, times] of [...load.setbacks, ...reads])
        if (status !== '200' && status !== '429') add(failures, status, times);
      return failures;
    },
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
}

function add(counts: Map<string, number>, name: string, times = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}

/** Returns the sum of counts. */
export function total(counts: Map<string, number>): number {
  return [...counts.values()].reduce((sum, times) => sum + times, 0);
}

/** Reads a list, and returns the status. */
async function read(url: string, supplier: Supplier, isRest: boolean): Promise<string> {
  const headers = headersOf(supplier);
  try {
    const response = await (isRest
      ? fetch(`${url}/api/v1/deliveries?per_page=5`, { headers })
      : fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: QUERY }) }));
    const text = await response.text();
    const hasErrors = response.ok && text.includes('"errors"') && !text.includes('rate_limited');
    return hasErrors ? 'errors' : String(response.status);
  } catch (error) {
    return `no response (${((error as Error).cause as { code?: string } | undefined)?.code ?? String(error)})`;
  }
}
