import { setTimeout as sleep } from 'node:timers/promises';
import { createProduct } from '../../src/schema/product/create-product.ts';
import { createSubscription } from '../../src/schema/webhook/create-subscription.ts';
import { startReceiver } from './receiver.ts';
import { percentile } from './report.ts';
import { type Stage, until } from './stage.ts';
import { createSuppliers, type Supplier } from './supplier.ts';

const WAIT_MS = 90_000;

export interface Measured {
  p50: number;
  p95: number;
  p99: number;
}

/** An account that publishes events at a steady rate, with an endpoint that responds at once. */
export interface Subscriber {
  /** Publishes events, and reports the time from each change to its callback. All callbacks must arrive. */
  measure(name: string, count: number): Promise<Measured>;
}

export async function createSubscriber(stage: Stage, rate: number): Promise<Subscriber> {
  const latencies: number[] = [];
  const receiver = await startReceiver((body) => {
    latencies.push(Date.now() - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp));
    return { afterMs: 0, status: 204 };
  });
  stage.onEnd(receiver.close);
  const [{ context }] = (await createSuppliers(stage.database, 1)) as [Supplier];
  // By name, so that it needs a lookup.
  const url = receiver.url.replace('127.0.0.1', 'localhost');
  await createSubscription(context, { url, events: ['product.created'] });

  async function publish(count: number): Promise<void> {
    const written: Promise<unknown>[] = [];
    for (let number = 0, started = performance.now(); number < count; number++) {
      await sleep(Math.max(0, started + (number * 1_000) / rate - performance.now()));
      written.push(createProduct(context, { name: 'Milk', weight: 1, price: 1, category: 'dairy' }));
    }
    await Promise.all(written);
  }

  return {
    async measure(name, count) {
      const before = receiver.arrivals.size;
      latencies.length = 0;
      await publish(count);
      const isComplete = await until(() => receiver.arrivals.size - before >= count, WAIT_MS);
      const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share)) as [
        number,
        number,
        number,
      ];
      stage.report.guarantee(`${name}: callbacks of ${count} events`, latencies.length, isComplete);
      stage.report.figure(`${name}: p50, p95, p99`, `${p50}, ${p95}, ${p99} ms`);
      return { p50, p95, p99 };
    },
  };
}
