import { Client } from 'pg';
import { beforeAll } from 'vitest';
import type { TestService } from './service.ts';

/** The plans of the statements that the service's connections execute, as the server tells them. */
export function useExplained(service: TestService): string[] {
  const explained: string[] = [];
  beforeAll(async () => {
    const { name, url } = service.testDatabase;
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`
      ALTER DATABASE ${name} SET session_preload_libraries = 'auto_explain';
      ALTER DATABASE ${name} SET auto_explain.log_min_duration = 0;
      ALTER DATABASE ${name} SET auto_explain.log_analyze = on;
      ALTER DATABASE ${name} SET auto_explain.log_timing = off;
      ALTER DATABASE ${name} SET auto_explain.log_level = 'notice'`);
    await client.end();
    service.database.pool.on('connect', (connection) => {
      connection.on('notice', ({ message }) => explained.push(message ?? ''));
    });
  });
  return explained;
}
