import { createHash } from 'node:crypto';
import type { Client, QueryResultRow } from 'pg';

/** Runs a prepared statement, and returns its rows. */
export type Ask = <Row extends QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>;

/** Asks on a connection as the service does: every statement is prepared, under a name made of its text. */
export function askOn(client: Client): Ask {
  return async <Row extends QueryResultRow>(text: string, values: unknown[]) => {
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    return (await client.query<Row>({ name, text, values })).rows;
  };
}
