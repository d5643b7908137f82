import type { Pool } from 'pg';
import { type ConnectionSettings, openPool } from './client.ts';

const HEALTH_TIMEOUT_MS = 2_000;

/** Opens the connection for readiness checks; it connects on first use. */
export function openHealthConnection(to: Pick<ConnectionSettings, 'url' | 'isPooled'>): Pool {
  const limits = {
    max: 1,
    connectionTimeoutMillis: HEALTH_TIMEOUT_MS,
    statementTimeoutMs: HEALTH_TIMEOUT_MS,
  };
  // The next check detects a lost connection.
  return openPool({ ...to, name: 'provender health', ...limits }, () => {});
}
