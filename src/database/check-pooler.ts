import type { Client } from 'pg';
import { type ConnectionSettings, openClient } from './client.ts';

/**
 * More than one, because a pooler that serves others may by chance give both clients the connections that
 * fit.
 */
const ROUNDS = 3;
/** "Prepared statement already exists", and "does not exist". */
const CONFUSED = new Set(['42P05', '26000']);

/**
 * Checks that a pooler in transaction mode, if there is one, keeps the prepared statements of its clients
 * apart. If not, most requests would fail, but none of the start's own statements.
 *
 * @throws Error with advice
 */
export async function checkPooler(way: Pick<ConnectionSettings, 'url' | 'isPooled'>): Promise<void> {
  const clients = [0, 1].map(() => openClient({ ...way, name: 'provender' }));
  try {
    for (const client of clients) await client.on('error', () => {}).connect();
    for (let round = 1; round <= ROUNDS; round++) {
      for (const client of [...clients, ...clients]) await executeNamed(client, round);
    }
  } catch (error) {
    if (!CONFUSED.has((error as { code?: string }).code ?? '')) throw error;
    throw new Error(
      'the pooler in front of the database does not support prepared statements: set max_prepared_statements = 200 in PgBouncer 1.21 or later, or use the address of PostgreSQL itself',
      { cause: error },
    );
  } finally {
    for (const client of clients) client.end().catch(() => {});
  }
}

function executeNamed(client: Client, round: number): Promise<unknown> {
  return client.query({ name: `provender check ${round}`, text: 'SELECT $1::int', values: [round] });
}
