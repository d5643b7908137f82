import { Client } from 'pg';

/** Executes a statement over a connection of its own. Returns whether that was possible. */
export async function query(connectionString: string, sql: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000, application_name: 'lab' });
  client.on('error', () => {});
  const isDone = await client
    .connect()
    .then(() => client.query(sql))
    .then(
      () => true,
      () => false,
    );
  client.end().catch(() => {});
  return isDone;
}
