import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fillDeliveries } from './bulk.ts';
import type { Stage } from './stage.ts';
import { createSuppliers } from './supplier.ts';

const PROCESS = fileURLToPath(new URL('neighbour-process.ts', import.meta.url));
const ACCOUNTS = 3;
/** Per account: below the 300 a minute of its plan. */
const RATE_PER_ACCOUNT = 4;
const DELIVERIES = 40;

/** The requests of the neighbour's process, in turn. */
export interface Target {
  url: string;
  /** Requests per second. */
  rate: number;
  requests: { path: string; key: string }[];
}

/** The results of the neighbour. */
export interface Figures {
  /** The latencies of responses with status 200, in milliseconds. */
  latencies: number[];
  /** The number of other responses, by status. */
  failures: Record<string, number>;
}

/** Ordinary customers of the service, in a separate process, so that attacks do not slow their clocks. */
export interface Neighbour {
  /** Sends requests while `work` is running. */
  during(work: () => Promise<unknown>): Promise<Figures>;
  /** Ends the process. */
  leave(): Promise<void>;
}

/** Starts a neighbour that reads lists and single deliveries at a modest, steady rate. */
export async function startNeighbour({ database, onEnd }: Stage, url: string): Promise<Neighbour> {
  const suppliers = await createSuppliers(database, ACCOUNTS);
  const requests = await Promise.all(
    suppliers.map(async ({ accountId, key }) => {
      await fillDeliveries(database, accountId, { deliveries: DELIVERIES, lines: 3 });
      const { id } = await database.prisma.delivery.findFirstOrThrow({ where: { accountId } });
      return ['?per_page=20', `/${id}`].map((rest) => ({ path: `/api/v1/deliveries${rest}`, key }));
    }),
  );
  const [lists, singles] = [requests.map(([list]) => list!), requests.map(([, single]) => single!)];
  const target: Target = { url, rate: ACCOUNTS * RATE_PER_ACCOUNT, requests: [...lists, ...singles] };
  const child = fork(PROCESS, [JSON.stringify(target)]);
  const leave = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onEnd(leave);
  return {
    leave,
    async during(work) {
      child.send('begin');
      try {
        await work();
      } finally {
        child.send('end');
      }
      const [figures] = (await once(child, 'message')) as [Figures];
      return figures;
    },
  };
}
