import { beforeAll, describe, expect, it } from 'vitest';
import { createFullAccount } from '../support/records/full-account.ts';
import type { TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';
import { tenantTables } from '../support/database/tables.ts';

const service = useService({ own: 'changes tables' });

/** Every foreign key between tables of an account, with its columns. */
const REFERENCES: [table: string, columns: string, referred: string][] = [
  ['api_key_earlier_secrets', 'account_id, key_id', 'api_keys'],
  ['branches', 'account_id, supermarket_id', 'supermarkets'],
  ['closed_days', 'account_id, branch_id', 'branches'],
  ['container_adjustments', 'account_id, supermarket_id', 'supermarkets'],
  ['container_adjustments', 'account_id, supermarket_id, branch_id', 'branches'],
  ['container_adjustments', 'account_id, type_id', 'container_types'],
  ['deliveries', 'account_id, first_version_id', 'deliveries'],
  ['deliveries', 'account_id, replaced_by_id', 'deliveries'],
  ['deliveries', 'account_id, replaces_id', 'deliveries'],
  ['deliveries', 'account_id, standing_order_id', 'standing_orders'],
  ['deliveries', 'account_id, supermarket_id, branch_id', 'branches'],
  ['delivery_changes', 'account_id, delivery_id', 'deliveries'],
  ['delivery_containers', 'account_id, supermarket_id, branch_id', 'branches'],
  ['delivery_containers', 'account_id, supermarket_id, delivery_id', 'deliveries'],
  ['delivery_containers', 'account_id, type_id', 'container_types'],
  ['delivery_item_lots', 'account_id, delivery_id, product_id', 'delivery_items'],
  ['delivery_items', 'account_id, delivery_id', 'deliveries'],
  ['delivery_items', 'account_id, product_id', 'products'],
  ['former_stops', 'account_id, delivery_id', 'deliveries'],
  ['imports', 'account_id, key_id', 'api_keys'],
  ['known_devices', 'account_id, person_id', 'people'],
  ['lot_corrections', 'account_id, delivery_id, product_id', 'delivery_items'],
  ['notice_links', 'account_id, branch_id', 'branches'],
  ['notice_links', 'account_id, withdrawal_id', 'withdrawals'],
  ['occurrences', 'account_id, standing_order_id', 'standing_orders'],
  ['password_resets', 'account_id, person_id', 'people'],
  ['price_agreements', 'account_id, product_id', 'products'],
  ['price_agreements', 'account_id, supermarket_id', 'supermarkets'],
  ['price_changes', 'account_id, product_id', 'products'],
  ['receipt_disputes', 'account_id, delivery_id', 'receipts'],
  ['receipt_disputes', 'account_id, delivery_id, product_id', 'delivery_items'],
  ['receipt_links', 'account_id, delivery_id', 'deliveries'],
  ['receipt_photos', 'account_id, delivery_id', 'deliveries'],
  ['receipt_photos', 'account_id, receipt_id', 'receipts'],
  ['receipts', 'account_id, delivery_id', 'deliveries'],
  ['request_counts', 'account_id, key_id', 'api_keys'],
  ['request_failures', 'account_id, key_id', 'api_keys'],
  ['returns', 'account_id, delivery_id, product_id', 'delivery_items'],
  ['returns', 'account_id, reversed_by_id', 'returns'],
  ['returns', 'account_id, reverses_id', 'returns'],
  ['returns', 'account_id, supermarket_id, delivery_id', 'deliveries'],
  ['saved_views', 'account_id, person_id', 'people'],
  ['second_factors', 'account_id, person_id', 'people'],
  ['sessions', 'account_id, person_id', 'people'],
  ['standing_order_lines', 'account_id, product_id', 'products'],
  ['standing_order_lines', 'account_id, standing_order_id', 'standing_orders'],
  ['standing_orders', 'account_id, supermarket_id, branch_id', 'branches'],
  ['tour_stops', 'account_id, delivery_id', 'deliveries'],
  ['tour_stops', 'account_id, tour_id', 'tours'],
  ['tour_template_branches', 'account_id, branch_id', 'branches'],
  ['tour_template_branches', 'account_id, template_id', 'tour_templates'],
  ['tour_templates', 'account_id, driver_id', 'people'],
  ['tours', 'account_id, driver_id', 'people'],
  ['tours', 'account_id, template_id', 'tour_templates'],
  ['webhook_attempts', 'account_id, message_id', 'webhook_messages'],
  ['webhook_earlier_secrets', 'account_id, subscription_id', 'webhook_subscriptions'],
  ['webhook_messages', 'account_id, event_id', 'events'],
  ['withdrawal_notices', 'account_id, branch_id', 'branches'],
  ['withdrawal_notices', 'account_id, withdrawal_id', 'withdrawals'],
  ['withdrawals', 'account_id, product_id', 'products'],
  ['withdrawn_dispatches', 'account_id, delivery_id, product_id', 'delivery_items'],
  ['withdrawn_dispatches', 'account_id, withdrawal_id', 'withdrawals'],
];

describe('a reference across accounts', () => {
  let ours: TestAccount;
  let theirs: TestAccount;
  beforeAll(async () => {
    [ours, theirs] = await Promise.all([createFullAccount(service), createFullAccount(service)]);
  });

  it.each(REFERENCES)('is refused from %s by %s to %s', async (table, columns, referred) => {
    const { name, referredColumns } = await referenceOf(table, columns, referred);
    const client = await service.database.pool.connect();
    try {
      await client.query('BEGIN');
      // Alone, so that no other constraint refuses first.
      for (const other of (await references()).filter((reference) => reference.name !== name)) {
        await client.query(`ALTER TABLE ${other.table} DROP CONSTRAINT ${other.name}`);
      }
      const checks = await client.query<{ name: string }>(
        `SELECT conname AS name FROM pg_constraint WHERE contype = 'c' AND conrelid = $1::regclass`,
        [table],
      );
      for (const check of checks.rows)
        await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${check.name}`);
      const repointing = client.query(
        `UPDATE ${table} SET (${columns}) = (
           SELECT $1::bigint, ${withoutAccount(referredColumns)} FROM ${referred} WHERE account_id = $2 LIMIT 1
         ) WHERE account_id = $1`,
        [ours.id, theirs.id],
      );
      await expect(repointing).rejects.toMatchObject({ code: '23503', constraint: name });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('the catalogue', () => {
  it('has no other reference between tables of an account', async () => {
    const found = await references();
    expect(found.map(({ table, columns, referred }) => [table, columns, referred])).toEqual(REFERENCES);
  });

  it('has account_id on both sides of every such reference', async () => {
    for (const { columns, referredColumns } of await references()) {
      expect(columns).toMatch(/^account_id, /);
      expect(referredColumns).toMatch(/^account_id, /);
    }
  });

  it('leads every key and unique index with account_id, but for the e-mail that people sign in with', async () => {
    const unique = await uniqueIndexes();
    const others = unique.filter(({ first }) => first !== 'account_id');
    expect(others).toEqual([{ table: 'people', first: 'email', primary: false }]);
    const withPrimaryKey = unique.filter(({ primary }) => primary).map(({ table }) => table);
    expect(withPrimaryKey).toEqual(await tenantTables(service.database.pool));
  });

  it('has few tables that belong to no account', async () => {
    const { rows } = await service.database.pool.query<{ name: string }>(`
      SELECT relname AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`);
    const tenants = await tenantTables(service.database.pool);
    const others = rows.map(({ name }) => name).filter((name) => !tenants.includes(name));
    expect(others).toEqual(['_prisma_migrations', 'accounts', 'rate_limits', 'service_settings']);
  });

  it('has no nullable account_id', async () => {
    const { rows } = await service.database.pool.query(`
      SELECT attrelid::regclass::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relkind = 'r' AND attname = 'account_id' AND NOT attnotnull`);
    expect(rows).toEqual([]);
  });
});

interface Reference {
  name: string;
  table: string;
  columns: string;
  referred: string;
  referredColumns: string;
}

async function referenceOf(table: string, columns: string, referred: string): Promise<Reference> {
  const found = (await references()).find(
    (reference) =>
      reference.table === table && reference.columns === columns && reference.referred === referred,
  );
  if (!found) throw new Error(`${table} does not refer to ${referred} by ${columns}`);
  return found;
}

async function references(): Promise<Reference[]> {
  const { rows } = await service.database.pool.query<Reference>(
    `SELECT conname AS name,
            conrelid::regclass::text AS table, ${columnNames('conrelid', 'conkey')} AS columns,
            confrelid::regclass::text AS referred, ${columnNames('confrelid', 'confkey')} AS "referredColumns"
     FROM pg_constraint
     WHERE contype = 'f' AND conrelid::regclass::text = ANY($1) AND confrelid::regclass::text = ANY($1)
     ORDER BY 2, 3`,
    [await tenantTables(service.database.pool)],
  );
  return rows;
}

/** Returns SQL for the names of the columns with these numbers, in that order. */
function columnNames(table: string, numbers: string): string {
  return `(SELECT string_agg(attname, ', ' ORDER BY place)
    FROM unnest(${numbers}) WITH ORDINALITY AS key (number, place)
    JOIN pg_attribute ON attrelid = ${table} AND attnum = number)`;
}

function withoutAccount(columns: string): string {
  return columns.replace(/^account_id, /, '');
}

async function uniqueIndexes() {
  const { rows } = await service.database.pool.query<{ table: string; first: string; primary: boolean }>(
    `SELECT indrelid::regclass::text AS table, attname AS first, indisprimary AS primary
     FROM pg_index LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
     WHERE indisunique AND indrelid::regclass::text = ANY($1)
     ORDER BY 1`,
    [await tenantTables(service.database.pool)],
  );
  return rows;
}
