import { createHmac } from 'node:crypto';
import { Client } from 'pg';

/**
 * Returns the connection string of the service for the database of a superuser's one. The role is no superuser: a
 * statement that it should never have sent cannot read files or run programs.
 */
export function serviceUrl(superuserUrl: string): string {
  const url = new URL(superuserUrl);
  // Commands of the same folder find the same password, and it does not reveal the superuser's.
  url.password = createHmac('sha256', url.password).update('service').digest('base64url');
  url.username = `${url.username}_service`;
  return url.href;
}

/** Creates the service's role and its database, and makes it the owner of everything in it, over a superuser's client. */
export async function prepareDatabase(client: Client, superuserUrl: string): Promise<void> {
  const { username: role, password, pathname } = new URL(serviceUrl(superuserUrl));
  const name = pathname.slice(1);
  const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (known.rowCount === 0) await client.query(`CREATE ROLE ${role}`);
  await client.query(`ALTER ROLE ${role} LOGIN PASSWORD '${password}'`);
  const made = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (made.rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
  await handOver(superuserUrl, name, role);
}

/** Gives the service's role what belongs to the superuser, as everything did in earlier versions. */
async function handOver(superuserUrl: string, name: string, role: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ statement: string }>(HAND_OVER, [role]);
    const statements = rows.map(({ statement }) => statement);
    await client.query([`ALTER DATABASE ${name} OWNER TO ${role}`, ...statements].join(';'));
  } finally {
    await client.end();
  }
}

/**
 * The statements that change the owner of everything the superuser owns. REASSIGN OWNED refuses the one who created the
 * cluster. Sequences of columns, indexes and array types follow their tables and types.
 */
const HAND_OVER = `
  WITH own AS (SELECT oid FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$)')
  SELECT format('ALTER %s OWNER TO %I', what, $1::text) AS statement FROM (
    SELECT 1 AS place, pg_namespace.oid, format('SCHEMA %I', nspname) AS what, nspowner AS owner
    FROM pg_namespace JOIN own USING (oid)
    UNION ALL
    SELECT 2, pg_class.oid, format('%s %s', CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW'
             WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, pg_class.oid::regclass), relowner
    FROM pg_class JOIN own ON own.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'v', 'm', 'S')
      AND NOT (relkind = 'S' AND EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass
        AND objid = pg_class.oid AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')))
    UNION ALL
    SELECT 3, pg_proc.oid, format('ROUTINE %s', pg_proc.oid::regprocedure), proowner
    FROM pg_proc JOIN own ON own.oid = pronamespace
    UNION ALL
    SELECT 4, pg_type.oid, format('TYPE %s', pg_type.oid::regtype), typowner
    FROM pg_type JOIN own ON own.oid = typnamespace LEFT JOIN pg_class ON pg_class.oid = typrelid
    WHERE typtype IN ('e', 'd', 'r') OR relkind = 'c'
  ) AS found
  WHERE owner = (SELECT oid FROM pg_roles WHERE rolname = current_user)
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = found.oid AND deptype = 'e')
  ORDER BY place`;
