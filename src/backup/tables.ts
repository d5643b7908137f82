import type { Client } from 'pg';

/**
 * Tables without data to keep: the applied migrations, counters of the last hour, the request log, settings
 * of the running service.
 */
export const TABLES_WITHOUT_DATA = ['_prisma_migrations', 'rate_limits', 'requests', 'service_settings'];

/** The photos of receipts, by far the largest rows. A backup can leave them out. */
export const PHOTOS = 'receipt_photos';

/** A table, with its names as SQL. */
export interface CopiedTable {
  name: string;
  columns: string[];
}

/**
 * Session settings for copying: values have the same text on every server, and nothing is truncated or
 * cancelled.
 */
export const COPYING = `
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC';
  SET LOCAL intervalstyle = 'postgres'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 3;
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;`;

interface TableRow extends CopiedTable {
  referred: string[];
}

/** Returns the tables with data, from the catalogue; referenced tables come first. */
export async function tablesOf(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<TableRow>(
    `SELECT quote_ident(relname) AS name,
       ARRAY(SELECT quote_ident(attname) FROM pg_attribute
             WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
             ORDER BY attnum) AS columns,
       ARRAY(SELECT quote_ident(other.relname) FROM pg_constraint JOIN pg_class other ON other.oid = confrelid
             WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid) AS referred
     FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> ALL($1)
       AND NOT EXISTS (
         SELECT FROM pg_depend
         WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
     ORDER BY relname`,
    [TABLES_WITHOUT_DATA],
  );
  const ordered: CopiedTable[] = [];
  const isNext = ({ referred }: TableRow) =>
    referred.every((name) => ordered.some((table) => table.name === name));
  for (let left = rows; left.length > 0;) {
    const next = left.filter(isNext);
    if (next.length === 0) throw new Error(`tables refer to each other in a circle: ${namesOf(left)}`);
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** Returns the last value of each sequence. */
export async function sequencesOf(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `SELECT quote_ident(sequencename) AS name, last_value AS last FROM pg_sequences
     WHERE schemaname = current_schema() ORDER BY 1`,
  );
  return Object.fromEntries(rows.flatMap(({ name, last }) => (last === null ? [] : [[name, Number(last)]])));
}

export function namesOf(tables: CopiedTable[]): string {
  return tables.map(({ name }) => name).join(', ');
}
