import type { Pool } from 'pg';
import type { Config } from '../../../config.ts';

type Queryable = Pick<Pool, 'query'>;

/** Stores the settings of the service that commands need, at each start. */
export async function storeSettings(pool: Queryable, config: Config): Promise<void> {
  await pool.query(
    `INSERT INTO service_settings (allow_private_networks) VALUES ($1)
     ON CONFLICT (is_only) DO UPDATE SET allow_private_networks = excluded.allow_private_networks
     WHERE service_settings.allow_private_networks <> excluded.allow_private_networks`,
    [config.WEBHOOK_ALLOW_PRIVATE_NETWORKS],
  );
}

/**
 * Returns whether webhooks may use private networks: by the command's own environment, or by the service's.
 */
export async function allowsPrivateNetworks(pool: Queryable, config: Config): Promise<boolean> {
  if (config.WEBHOOK_ALLOW_PRIVATE_NETWORKS) return true;
  const { rowCount } = await pool.query('SELECT FROM service_settings WHERE allow_private_networks');
  return rowCount === 1;
}
