import type { Pool } from 'pg';
import { type ConnectionSettings, openPool } from './client.ts';

const CONNECT_TIMEOUT_MS = 1_000;

/** Opens the connection for readiness checks; it connects on first use. */
export function openHealthConnection(to: Pick<ConnectionSettings, 'url' | 'isPooled'>): Pool {
  const settings = { ...to, name: 'provender health', max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  // The next check detects a lost connection.
  return openPool(settings, () => {});
}
