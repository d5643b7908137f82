import type { Worker } from 'node:cluster';
import { AggregatorRegistry, Gauge, type Registry } from '@prometheus-io/client';
import { lineOf } from '../error-line.ts';
import type { ShareMetrics } from '../http/metrics.ts';
import { onMessage, sendMessage, type ToPrimary, type ToProcess } from './message.ts';

export interface JoinedMetrics {
  /** Makes `/metrics` of this process report all processes. */
  share: ShareMetrics;
  /** Hands the counts over to the primary, so that sums stay correct. */
  leave(): Promise<void>;
}

/**
 * Connects the metrics of one process with those of the others. The primary adds them up, whichever process serves the
 * request.
 */
export function joinMetrics(): JoinedMetrics {
  const all = new AggregatorRegistry();
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  let own: Registry | undefined;
  let lastId = 0;
  onMessage((message) => {
    if (message.type !== 'metrics') return;
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if ('text' in message) pending?.resolve(message.text);
    else pending?.reject(new Error(message.error));
  });
  return {
    share(registry) {
      own = registry;
      AggregatorRegistry.setRegistries(registry);
      return () => {
        const pending = Promise.withResolvers<string>();
        waiting.set(++lastId, pending);
        sendMessage({ type: 'metrics', id: lastId });
        return pending.promise;
      };
    },
    async leave() {
      // A process that has ended has neither memory nor connections.
      for (const metric of own?.getMetricsAsArray() ?? []) {
        if (metric instanceof Gauge) own?.removeSingleMetric(metric.name);
      }
      await all.shutdown();
    },
  };
}

/** Creates the part in the primary that responds to requests for the metrics of all processes. */
export function createMetricsResponder() {
  const all = new AggregatorRegistry();
  return async (worker: Worker, message: ToPrimary): Promise<void> => {
    if (message.type !== 'metrics') return;
    const { id } = message;
    const reply = await all.clusterMetrics().then(
      (text): ToProcess => ({ type: 'metrics', id, text }),
      (error: unknown): ToProcess => ({ type: 'metrics', id, error: lineOf(error) }),
    );
    if (worker.isConnected()) worker.send(reply);
  };
}
