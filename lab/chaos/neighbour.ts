import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fillDeliveries } from '../fill.ts';
import { steadily } from '../load.ts';
import { startReceiver } from '../receiver.ts';
import { type Stage, until } from '../stage.ts';
import { createSupplier, createSuppliers, publish, subscribe, type Supplier } from '../supplier.ts';

const PROCESS = fileURLToPath(new URL('neighbour-process.ts', import.meta.url));
const ACCOUNTS = 3;
/** The requests per second of each account: below the 300 a minute of its plan. */
const RATE_PER_ACCOUNT = 4;
const DELIVERIES = 40;
const EVENTS_PER_SECOND = 20;
const CALLBACK_WITHIN_MS = 90_000;

/** The requests of the neighbour's process, in turn. */
export interface Target {
  url: string;
  /** Requests per second. */
  rate: number;
  requests: { path: string; key: string }[];
}

/** The results of the neighbour. */
export interface Figures {
  /** The latencies of responses with status 200, or of callbacks, in milliseconds. */
  latencies: number[];
  /** The number of other responses by status, or of missing callbacks. */
  failures: Record<string, number>;
}

/** Ordinary customers of the service. */
export interface Neighbour {
  /** An account of these customers. */
  supplier: Supplier;
  /** Sends requests, or causes events, while `work` is running. */
  during(work: () => Promise<unknown>): Promise<Figures>;
  leave(): Promise<unknown>;
}

/**
 * Starts a neighbour that reads lists and single deliveries at a modest, steady rate, in a separate process,
 * so that attacks do not slow its clock.
 */
export async function startReader({ database, onEnd }: Stage, url: string): Promise<Neighbour> {
  const suppliers = await createSuppliers(database, ACCOUNTS);
  const requests = await Promise.all(
    suppliers.map(async ({ accountId, key }) => {
      await fillDeliveries(database, accountId, { deliveries: DELIVERIES, lines: 3 });
      const { id } = await database.prisma.delivery.findFirstOrThrow({ where: { accountId } });
      return ['?per_page=20', `/${id}`].map((rest) => ({ path: `/api/v1/deliveries${rest}`, key }));
    }),
  );
  const target: Target = { url, rate: ACCOUNTS * RATE_PER_ACCOUNT, requests: requests.flat() };
  // It ends when its channel closes.
  const child = fork(PROCESS, [JSON.stringify(target)]);
  const leave = async () => child.connected && child.disconnect();
  onEnd(leave);
  return {
    supplier: suppliers[0]!,
    leave,
    async during(work) {
      child.send('begin');
      await work().finally(() => child.send('end'));
      const [figures] = (await once(child, 'message')) as [Figures];
      return figures;
    },
  };
}

/** Starts a neighbour that causes events at a steady rate, with an endpoint that responds at once. */
export async function startSubscriber(stage: Stage): Promise<Neighbour> {
  const receiver = await startReceiver(stage);
  const supplier = await createSupplier(stage.database);
  // By name, so that it needs a lookup.
  await subscribe(stage.database, supplier.accountId, [receiver.url.replace('127.0.0.1', 'localhost')]);
  return {
    supplier,
    leave: receiver.close,
    async during(work) {
      const before = receiver.arrivals.size;
      let isOver = false;
      const publishing = steadily(
        EVENTS_PER_SECOND,
        () => isOver,
        () => publish(supplier),
      );
      await work().finally(() => (isOver = true));
      const { length } = await publishing;
      const missing = () => length - (receiver.arrivals.size - before);
      await until(() => missing() <= 0, CALLBACK_WITHIN_MS);
      const failures = Object.entries({ 'no callback': missing() }).filter(([, count]) => count > 0);
      return { latencies: receiver.latencies.splice(0), failures: Object.fromEntries(failures) };
    },
  };
}
