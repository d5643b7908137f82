import { Logger, run } from 'graphile-worker';
import { Agent, request } from 'undici';

const [connectionString, url] = process.argv.slice(2) as [string, string];
const CONCURRENCY = 24;
const dispatcher = new Agent();

// Measures the cost of just a queue and an HTTP client, with as many workers as the service.
// The line that its starter waits for.
process.stdout.write(`The bare worker is ready on ${url}\n`);

await run({
  connectionString,
  concurrency: CONCURRENCY,
  maxPoolSize: CONCURRENCY,
  pollInterval: 1_000,
  logger: new Logger(() => () => {}),
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  taskList: {
    async barePost(payload) {
      const { id } = payload as { id: string };
      const response = await request(url, {
        method: 'POST',
        dispatcher,
        body: JSON.stringify(payload),
        headers: { 'webhook-id': id, 'content-type': 'application/json' },
      });
      await response.body.dump();
    },
  },
});
