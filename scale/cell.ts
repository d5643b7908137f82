import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../chaos/stage/audit.ts';
import { type Receiver, startReceiver } from '../chaos/stage/receiver.ts';
import type { ServiceProcess } from '../chaos/stage/service-process.ts';
import type { Stage } from '../chaos/stage/stage.ts';
import { createSuppliers, type Supplier } from '../chaos/stage/supplier.ts';
import { createLoad, type Load, write } from '../chaos/stage/writes.ts';
import { freePort } from './free-port.ts';

/** The interval per client, which stays below its rate limit. */
const PAUSE_MS = 400;

/** A cell and its clients. */
export interface Cell extends Pick<Stage, 'cluster' | 'database'> {
  name: string;
  port: number;
  /** Kills the service and its database. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Creates clients that write and read through `url` until `isOver`. */
  work(url: string, isOver: () => boolean): Promise<unknown>;
  /** Returns the number of failed requests of its clients, by status. */
  failures(): Map<string, number>;
  /** Compares the responses that its clients got with the stored records and the callbacks sent. */
  audit(): Promise<void>;
}

/** Starts a cell on a database server. */
export async function startCell(
  stage: Stage,
  name: string,
  {
    server,
    clients,
    environment,
  }: {
    server: Pick<Stage, 'cluster' | 'database'>;
    clients: number;
    environment: Record<string, string>;
  },
): Promise<Cell> {
  const { cluster, database } = server;
  const port = await freePort();
  const settings = {
    ...environment,
    CELL: name,
    DATABASE_URL: cluster.url('chaos'),
    PORT: String(port),
    TRUST_PROXY: '1',
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  const start = (): Promise<ServiceProcess> => stage.start('all', settings);
  let service = await start();
  const receiver: Receiver = await startReceiver();
  stage.onEnd(receiver.close);
  const load: Load = createLoad();
  const reads = new Map<string, number>();

  return {
    name,
    port,
    cluster,
    database,
    async kill() {
      await cluster.stop('immediate');
      await service.end('SIGKILL');
    },
    async restart() {
      await cluster.start(true);
      service = await start();
    },
    async work(url, isOver) {
      const suppliers = await createSuppliers(database, clients, [receiver.url], name);
      return Promise.all(
        suppliers.flatMap((supplier) => [
          (async () => {
            for (; !isOver(); await sleep(PAUSE_MS)) await write(url, supplier, 1, load);
          })(),
          (async () => {
            for (; !isOver(); await sleep(PAUSE_MS)) {
              const status = await read(url, supplier);
              reads.set(status, (reads.get(status) ?? 0) + 1);
            }
          })(),
        ]),
      );
    },
    failures() {
      const all = [...load.setbacks, ...reads].filter(([status]) => status !== '200' && status !== '429');
      const failures = new Map<string, number>();
      for (const [status, times] of all) failures.set(status, (failures.get(status) ?? 0) + times);
      return failures;
    },
    async audit() {
      const { report } = stage;
      report.figure(`${name}: reads`, reads.get('200') ?? 0);
      const named: typeof report = {
        ...report,
        figure: (what, value) => report.figure(`${name}: ${what}`, value),
        guarantee: (what, value, isKept) => report.guarantee(`${name}: ${what}`, value, isKept),
      };
      await audit({ ...stage, database, report: named }, receiver, load);
    },
  };
}

/** Reads a list over REST or GraphQL, and returns the status. */
async function read(url: string, { key }: Supplier): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ query: '{ deliveries(first: 5) { nodes { id } } }' });
  try {
    const response = await (Math.random() < 0.5
      ? fetch(`${url}/api/v1/deliveries?per_page=5`, { headers })
      : fetch(`${url}/graphql`, { method: 'POST', headers, body }));
    const text = await response.text();
    return response.ok && text.includes('"errors"') && !text.includes('rate_limited')
      ? 'errors'
      : String(response.status);
  } catch {
    return 'no response';
  }
}
