import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Service } from '../service.ts';
import { onMessage, type Order } from './message.ts';
import { joinMetrics } from './metrics.ts';

/**
 * Starts the service as the primary orders.
 *
 * @throws as `startService`
 */
export async function startOrdered(config: Config, log: Logger): Promise<Service> {
  const ordered = new Promise<Order>((resolve) => {
    onMessage((message) => {
      if (message.type === 'start') resolve(message);
    });
  });
  // Imported while the order is on its way.
  const { startOn } = await import('../service.ts');
  const { role, ...database } = await ordered;
  // The primary owns the database.
  const prepared = { ...database, release: async () => {} };
  const metrics = joinMetrics();
  const service = await startOn(prepared, { config, role, log, shareMetrics: metrics.share });
  return {
    ...service,
    async stop(options) {
      await service.stop(options);
      await metrics.leave();
    },
  };
}
