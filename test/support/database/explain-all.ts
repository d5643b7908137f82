import { Client } from 'pg';

/** Makes later connections report the plan of each statement, as EXPLAIN ANALYZE does, in notices. */
export async function explainAll(url: string): Promise<void> {
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
}
