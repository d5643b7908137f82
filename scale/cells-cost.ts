import { cpuOfFamily, parentOf } from '../bench/cpu.ts';
import { fillDeliveries } from '../chaos/stage/bulk.ts';
import { createSuppliers, type Supplier } from '../chaos/stage/supplier.ts';
import type { Database } from '../src/database/connect.ts';

const LANES = 8;
/** The requests of each kind per account, which stay below its rate limit. */
const REQUESTS = 60;
const WARM_UP = 10;

const WORKS: Record<string, (supplier: Trader) => [path: string, body?: object]> = {
  'GET /deliveries/{id}': ({ deliveryId }) => [`/deliveries/${deliveryId}`],
  'GET /deliveries?per_page=20': () => ['/deliveries?per_page=20'],
  'POST /deliveries': ({ supermarketId, branchId, productIds }) => [
    '/deliveries',
    {
      supermarket_id: supermarketId,
      subchain_id: branchId,
      products: productIds.map((product_id) => ({ product_id, quantity: 1 })),
      delivery_date: '2099-12-31',
    },
  ],
};

/** A supplier with deliveries to read. */
interface Trader extends Supplier {
  deliveryId: bigint;
}

/** Creates suppliers with deliveries, with keys of `cell` (default: none). */
export async function createTraders(database: Database, count: number, cell?: string): Promise<Trader[]> {
  const suppliers = await createSuppliers(database, count, [], cell);
  const all = await Promise.all(
    suppliers.map(async (supplier) => {
      const { accountId } = supplier;
      await fillDeliveries(database, accountId, { deliveries: 40, lines: 3 });
      const { id } = await database.prisma.delivery.findFirstOrThrow({ where: { accountId } });
      return { ...supplier, deliveryId: id };
    }),
  );
  // Prevents autovacuum from running during the measurement.
  await database.pool.query('VACUUM ANALYZE');
  return all;
}

/** Returns the CPU milliseconds of each database per request, by kind. All traders send the same number of requests. */
export async function measureCost(
  url: string,
  traders: Trader[],
  databases: Database[],
): Promise<Map<string, number[]>> {
  const servers = await Promise.all(databases.map(serverOf));
  const cpu = () => Promise.all(servers.map(async (pid) => (await cpuOfFamily(pid))!));
  const costs = new Map<string, number[]>();
  for (const [name, work] of Object.entries(WORKS)) {
    await sendAll(url, traders, WARM_UP, work);
    const before = await cpu();
    await sendAll(url, traders, REQUESTS, work);
    const after = await cpu();
    costs.set(
      name,
      after.map((ms, at) => (ms - before[at]!) / (traders.length * REQUESTS)),
    );
  }
  return costs;
}

async function sendAll(
  url: string,
  traders: Trader[],
  each: number,
  work: (typeof WORKS)[string],
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < traders.length * each) {
      const trader = traders[next++ % traders.length]!;
      const [path, body] = work(trader);
      const response = await fetch(`${url}/api/v1${path}`, {
        headers: { Authorization: `Bearer ${trader.key}`, 'Content-Type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Returns the id of the database server's main process. */
async function serverOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return (await parentOf(rows[0]!.pid))!;
}
