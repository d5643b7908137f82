import { Pool } from 'pg';

const CONNECT_TIMEOUT_MS = 1_000;

/** Opens the one connection by which a process is asked whether it is ready; it is made when first needed. */
export function openHealthConnection(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'provender health',
  });
  // A lost connection is what the next check finds out.
  return pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
}
