import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../support/database/database.ts';

const SCALARS: Record<string, string> = {
  BigInt: 'bigint',
  Int: 'integer',
  String: 'text',
  Bytes: 'bytea',
  Boolean: 'boolean',
  Json: 'jsonb',
};

const database = useDatabase();
const models = modelsOf(readFileSync('prisma/schema.prisma', 'utf8'));

const MODELLESS = ['_prisma_migrations', 'rate_limits', 'service_settings'];

describe.each(models.map((model): [string, Model] => [model.table, model]))(
  'the model of %s',
  (table, model) => {
    it('has every column, as the database has it', async () => {
      expect(byName(model.columns)).toEqual(byName(await columnsOf(table)));
    });

    it('has the primary key', async () => {
      expect([model.primaryKey]).toEqual(await keysOf(table, 'p'));
    });

    it('has every unique constraint', async () => {
      expect(model.uniques.sort()).toEqual(await keysOf(table, 'u'));
    });

    it('has only indexes that there are', async () => {
      const indexes = await indexesOf(table);
      for (const index of model.indexes) expect(indexes).toContain(index);
    });
  },
);

it('covers every table except those that the service uses only by SQL', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = 'public'::regnamespace`);
  const modelled = models.map(({ table }) => table);
  expect(rows.map(({ name }) => name).sort()).toEqual([...modelled, ...MODELLESS].sort());
});

it('leaves the schema of the job queue to the job queue', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'`);
  expect(rows.map(({ name }) => name).sort()).toEqual(['graphile_worker', 'public']);
});

it('draws each id from the function that rehearsals do not use up', async () => {
  const { rows } = await database.pool.query(`
    SELECT table_name, column_default, is_identity FROM information_schema.columns
    WHERE table_schema = 'public' AND (is_identity = 'YES' OR column_default LIKE '%nextval%')`);
  expect(rows).toEqual([]);
});

function byName<Column extends { name: string }>(columns: Column[]): Column[] {
  return columns.toSorted((a, b) => a.name.localeCompare(b.name));
}

async function columnsOf(table: string): Promise<Model['columns']> {
  const { rows } = await database.pool.query<Model['columns'][number]>(
    // Prisma has no nullable lists; events.recipients is one, and is read as an empty list.
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type,
            attnotnull OR attndims > 0 AS required,
            attidentity <> '' OR atthasdef AS defaulted
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  return rows;
}

/** The keys of a table as lists of columns: `p` for its primary key, `u` for unique constraints. */
async function keysOf(table: string, type: 'p' | 'u'): Promise<string[]> {
  const { rows } = await database.pool.query<{ definition: string }>(
    'SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = $1::regclass AND contype = $2',
    [table, type],
  );
  return rows.map(({ definition }) => /\((.*)\)/.exec(definition)![1]!).sort();
}

async function indexesOf(table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ definition: string }>(
    'SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = $1::regclass AND indpred IS NULL',
    [table],
  );
  return rows.map(({ definition }) => /\((.*)\)/.exec(definition)![1]!);
}

/** A model of schema.prisma in the database's terms; keys are lists of columns, "a, b". */
interface Model {
  table: string;
  columns: { name: string; type: string; required: boolean; defaulted: boolean }[];
  primaryKey: string;
  uniques: string[];
  indexes: string[];
}

/** Parses the models of a Prisma schema, for the part of the language that the project uses. */
function modelsOf(schema: string): Model[] {
  return [...schema.matchAll(/^model \w+ \{\n(.*?)^\}/gms)].map(([, body]) => modelOf(body!));
}

function modelOf(body: string): Model {
  const lines = body.split('\n').map((line) => line.trim());
  const scalars = lines.filter((line) =>
    /^\w+ +(BigInt|Int|String|Bytes|Boolean|Decimal|DateTime|Json)\b/.test(line),
  );
  const names = new Map(scalars.map((line) => [/^\w+/.exec(line)![0], columnName(line)]));
  const listed = (attribute: string) =>
    lines
      .filter((line) => line.startsWith(`@@${attribute}(`))
      .map((line) =>
        /\[(.*)\]/
          .exec(line)![1]!
          .split(', ')
          .map((field) => names.get(field))
          .join(', '),
      );
  const marked = (attribute: RegExp) => scalars.filter((line) => attribute.test(line)).map(columnName);
  return {
    table: /@@map\("(.*)"\)/.exec(body)![1]!,
    columns: scalars.map((line) => ({
      name: columnName(line),
      type: columnType(line),
      required: !/^\w+ +\w+\?/.test(line),
      defaulted: line.includes('@default('),
    })),
    primaryKey: [...listed('id'), ...marked(/ @id\b/)].join(),
    uniques: [...listed('unique'), ...marked(/ @unique\b/)],
    indexes: listed('index'),
  };
}

function columnName(line: string): string {
  return /@map\("(.*?)"\)/.exec(line)?.[1] ?? /^\w+/.exec(line)![0];
}

function columnType(line: string): string {
  const [, type, list] = /^\w+ +(\w+)(\[\])?/.exec(line)!;
  const [, native, size] = /@db\.(\w+)(?:\((.*?)\))?/.exec(line) ?? [];
  if (native === 'Timestamptz') return `timestamp(${size}) with time zone`;
  if (native === 'Decimal') return `numeric(${size!.replace(' ', '')})`;
  if (native === 'SmallInt') return 'smallint';
  if (native === 'Date') return 'date';
  return `${SCALARS[type!]}${list ?? ''}`;
}
