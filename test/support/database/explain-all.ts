import { Client, type Pool } from 'pg';

/** Gives `use` the plan of each statement on later connections of a pool, as EXPLAIN ANALYZE reports it. */
export async function explainAll(url: string, pool: Pool, use: (plan: string) => void): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    ALTER DATABASE ${name} SET session_preload_libraries = 'auto_explain';
    ALTER DATABASE ${name} SET auto_explain.log_min_duration = 0;
    ALTER DATABASE ${name} SET auto_explain.log_analyze = on;
    ALTER DATABASE ${name} SET auto_explain.log_timing = off;
    ALTER DATABASE ${name} SET auto_explain.log_level = 'notice'`);
  await client.end();
  pool.on('connect', (connection) => {
    connection.on('notice', ({ message }) => use(message ?? ''));
  });
}
