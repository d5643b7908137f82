import { execute } from './nodes.ts';

/** In the order in which they are distributed; the rest stays on the coordinator. */
const DISTRIBUTED = [
  'supermarkets',
  'supermarket_counts',
  'branches',
  'products',
  'product_sequences',
  'deliveries',
  'delivery_items',
  'returns',
  'idempotency_keys',
  'webhook_subscriptions',
  'events',
  'webhook_messages',
  'webhook_attempts',
];
/** On every node: a key is looked up before its account is known. */
const EVERYWHERE = ['accounts', 'api_keys'];

interface Reference {
  from: string;
  to: string;
  name: string;
  definition: string;
}

/** Spreads a filled database over the workers by account. */
export async function distribute(coordinator: string): Promise<void> {
  const references = await execute<Reference>(
    coordinator,
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to, conname AS name,
            pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  const spread = [...DISTRIBUTED, ...EVERYWHERE];
  const kept = references.filter(({ from, to }) => spread.includes(from) && spread.includes(to));
  await execute(
    coordinator,
    `SET client_min_messages = warning`,
    `SET citus.multi_shard_modify_mode = 'sequential'`,
    // References can be added again only once both of their tables are distributed.
    ...references.map(({ from, name }) => `ALTER TABLE ${from} DROP CONSTRAINT ${name}`),
    `SELECT create_distributed_table('${DISTRIBUTED[0]}', 'account_id')`,
    ...DISTRIBUTED.slice(1).map(
      (table) =>
        `SELECT create_distributed_table('${table}', 'account_id', colocate_with => '${DISTRIBUTED[0]}')`,
    ),
    `SELECT create_distributed_table('rate_limits', 'key', colocate_with => 'none')`,
    // Before the others, this would fail: "cannot complete operation on a table with identity column".
    ...EVERYWHERE.map((table) => `SELECT create_reference_table('${table}')`),
    ...kept.map(({ from, name, definition }) => `ALTER TABLE ${from} ADD CONSTRAINT ${name} ${definition}`),
    `VACUUM (ANALYZE) ${spread.join(', ')}`,
  );
}

/** Returns the ports of the workers that hold the accounts, by account. */
export async function ownersOf(coordinator: string, accounts: number): Promise<Map<number, number>> {
  const rows = await execute<{ account: number; port: number }>(
    coordinator,
    `SELECT account, nodeport AS port
     FROM generate_series(1, ${accounts}) AS account
     JOIN pg_dist_shard_placement
       ON shardid = get_shard_id_for_distribution_column('deliveries', account::bigint)`,
  );
  return new Map(rows.map(({ account, port }) => [account, port]));
}
