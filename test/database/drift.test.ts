import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../support/database/database.ts';
import { type Model, modelsOf } from '../support/database/prisma-schema.ts';

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
