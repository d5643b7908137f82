import { createHmac } from 'node:crypto';
import type { Client } from 'pg';

/**
 * Returns the connection string of the service, derived from that of the superuser, for the same database.
 * The role is no superuser: a statement that should never have been sent cannot read files or run programs.
 */
export function serviceUrl(superuserUrl: string): string {
  const url = new URL(superuserUrl);
  // All commands on one folder derive the same password, which does not reveal the superuser's.
  url.password = createHmac('sha256', url.password).update('service').digest('base64url');
  url.username = `${url.username}_service`;
  return url.href;
}

/** Creates the service's role and its database, which that role owns, over a superuser's client. */
export async function prepareDatabase(client: Client, superuserUrl: string): Promise<void> {
  const { username: role, password, pathname } = new URL(serviceUrl(superuserUrl));
  const name = pathname.slice(1);
  const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (known.rowCount === 0) await client.query(`CREATE ROLE ${role}`);
  await client.query(`ALTER ROLE ${role} LOGIN PASSWORD '${password}'`);
  const made = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (made.rowCount === 0) await client.query(`CREATE DATABASE ${name} OWNER ${role}`);
}
