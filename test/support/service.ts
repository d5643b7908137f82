import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { connect, type Database } from '../../src/database/connect.ts';
import { createWatch } from '../../src/database/watch.ts';
import { createApp } from '../../src/http/app.ts';
import { createLimiter } from '../../src/limits/limiter.ts';
import { openStore } from '../../src/limits/store.ts';
import { createDatabase, type TestDatabase } from './database.ts';

/** The service's HTTP face on a database of its own, in this process. */
export interface TestService {
  url: string;
  database: Database;
  testDatabase: TestDatabase;
  /** Everything logged so far. */
  logged(): string;
}

type Stoppable = TestService & { stop(): Promise<void> };

/** Runs a service for all tests of a file. Its fields are there once the tests run. */
export function useService(): TestService {
  return useServices(1)[0]!;
}

/** Runs several services that share one database, as several processes would. */
export function useServices(count: number): TestService[] {
  const services = Array.from({ length: count }, () => ({}) as Stoppable);
  let testDatabase: TestDatabase;
  beforeAll(async () => {
    testDatabase = await createDatabase();
    for (const service of services) Object.assign(service, await startTestService(testDatabase));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await testDatabase.drop();
  });
  return services;
}

async function startTestService(testDatabase: TestDatabase): Promise<Stoppable> {
  const lines: string[] = [];
  const log = pino(
    { level: 'info' },
    new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
  );
  const database = connect(testDatabase.url, { max: 10 });
  const store = openStore(undefined, testDatabase.url, log);
  let url = '';
  const app = createApp({
    config: { TRUST_PROXY: false, CORS_ORIGINS: ['*'], WEBHOOK_ALLOW_PRIVATE_NETWORKS: true },
    database,
    watch: createWatch(testDatabase.url),
    limiter: createLimiter(store),
    log,
    wake: () => {},
    publicUrl: () => url,
    health: { isWorkerAlive: null, isStopping: () => false },
    serves: 'everything',
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    database,
    testDatabase,
    logged: () => lines.join(''),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
      await database.close();
    },
  };
}
