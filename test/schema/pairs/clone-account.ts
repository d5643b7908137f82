import { issueKey } from '../../../src/schema/people/api-key/issue-key.ts';
import { SCOPES } from '../../../src/schema/core/caller/scopes.ts';
import { openSession } from '../../support/service/open-session.ts';
import type { TestService } from '../../support/service/service.ts';

/** An account with the records of another one, under the same ids. */
export interface Clone {
  id: bigint;
  /** The headers of a request by its key, and by the session of its owner. */
  proof: Record<'key' | 'session', Record<string, string>>;
}

interface Column {
  table: string;
  columns: string[];
}

/** The columns that must differ between two accounts, and their new values; ids need not differ. */
const OWN_VALUES: Record<string, string> = {
  'people.email': `'person' || id || '.' || $2::bigint || '@supplier.example'`,
  'api_keys.secret_hash': 'sha256(secret_hash || $2::text::bytea)',
  'sessions.token_hash': 'sha256(token_hash || $2::text::bytea)',
  'invitations.token_hash': 'sha256(token_hash || $2::text::bytea)',
};

/** Returns the statements that copy the rows of an account, in the order of their foreign keys. */
async function copying({ database: { pool } }: TestService): Promise<string[]> {
  const { rows } = await pool.query<Column & { referred: string[] }>(`
    SELECT relname AS table, array_agg(attname::text ORDER BY attnum) AS columns,
      ARRAY(SELECT other.relname::text FROM pg_constraint JOIN pg_class other ON other.oid = confrelid
            WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid AND other.relname <> 'accounts') AS referred
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_attribute own WHERE own.attrelid = pg_class.oid AND own.attname = 'account_id')
    GROUP BY pg_class.oid, relname`);
  const ordered: typeof rows = [];
  for (let left = rows; left.length > 0;) {
    const next = left.filter(({ referred }) => !left.some(({ table }) => referred.includes(table)));
    ordered.push(...next);
    left = left.filter((row) => !next.includes(row));
  }
  return ordered.map(({ table, columns }) => {
    const others = columns.filter((column) => column !== 'account_id');
    const values = others.map((column) => OWN_VALUES[`${table}.${column}`] ?? column);
    return `INSERT INTO ${table} (account_id, ${others.join()}) OVERRIDING SYSTEM VALUE
      SELECT $2::bigint, ${values.join()} FROM ${table} WHERE account_id = $1::bigint`;
  });
}

/** Returns a function that copies an account with everything it has, within milliseconds. */
export async function clonerOf(service: TestService, template: bigint): Promise<() => Promise<Clone>> {
  const { pool, prisma } = service.database;
  const statements = await copying(service);
  await spreadIds(service);
  return async () => {
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO accounts (email, name, plan) SELECT gen_random_uuid() || '@supplier.example', name, plan
       FROM accounts WHERE id = $1 RETURNING id`,
      [template],
    );
    const id = BigInt(rows[0]!.id);
    const literal = (statement: string) =>
      statement.replaceAll('$1', String(template)).replaceAll('$2', String(id));
    await pool.query(statements.map(literal).join(';'));
    await pool.query(
      `UPDATE accounts SET email = (SELECT email FROM people WHERE account_id = $1 AND role = 'owner' LIMIT 1) WHERE id = $1`,
      [id],
    );
    const { key } = await issueKey(prisma, id, { name: 'test', scopes: SCOPES });
    const session = await openSession(service, { id });
    return { id, proof: { key: { Authorization: `Bearer ${key}` }, session: await session.proof() } };
  };
}

/** The size of each table's range of ids: ids of new rows are larger, and say which table they are of. */
const RANGE = 10_000_000;

/** Gives each table a range of ids of its own for the rows to come. */
async function spreadIds({ database: { pool } }: TestService): Promise<void> {
  await pool.query(`
    SELECT setval(to_regclass(quote_ident(sequencename)), ${RANGE} * row_number() OVER (ORDER BY sequencename))
    FROM pg_sequences WHERE schemaname = 'public'`);
}

/** Replaces the ids of new rows by that of their range: which of two is the first may differ. */
export function withoutNewIds(text: string): string {
  return text.replace(/\b\d{8,10}\b/g, (id) => `new ${Math.floor(Number(id) / RANGE)}`);
}
