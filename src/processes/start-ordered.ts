import { AggregatorRegistry, type Registry } from '@prometheus-io/client';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Service } from '../service.ts';
import { sharePort } from '../port.ts';
import type { ToPrimary, ToProcess } from './messages.ts';

/** Starts the service as the primary orders, and throws as `startService`. */
export async function startOrdered(config: Config, log: Logger): Promise<Service> {
  const ordered = receiveMessage('start');
  // Imported while the order is on its way.
  const { startOn } = await import('../service.ts');
  const { role, ...database } = (await ordered).order;
  // The primary owns the database, so this process releases nothing.
  const prepared = { ...database, announceDemo: undefined, hasAccount: true, release: async () => {} };
  const port = sharePort(config, () => sendToPrimary({ type: 'listen' }));
  return startOn(prepared, { config, role, log, port, shareMetrics });
}

/** Resolves with the primary's next message of this type. */
export function receiveMessage<T extends ToProcess['type']>(type: T): Promise<ToProcess & { type: T }> {
  return new Promise((resolve) => {
    process.on('message', function onMessage(message: ToProcess) {
      if (message.type !== type) return;
      process.off('message', onMessage);
      resolve(message as ToProcess & { type: T });
    });
  });
}

/** Sends a message to the primary. */
export function sendToPrimary(message: ToPrimary, done?: () => void): void {
  process.send!(message, undefined, undefined, done);
}

/** Returns a function that gets the metrics of all processes from the primary, one call at a time. */
function shareMetrics(own: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(own);
  // Its listener responds to the primary.
  new AggregatorRegistry();
  return async () => {
    const response = receiveMessage('metrics');
    sendToPrimary({ type: 'metrics' });
    const { text } = await response;
    if (text === null) throw new Error('a process did not return its metrics');
    return text;
  };
}
