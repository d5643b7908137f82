import type { Pool } from 'pg';
import { type ConnectionSettings, openPool } from './client.ts';

const CONNECT_TIMEOUT_MS = 1_000;

/** Opens the one connection by which a process is asked whether it is ready; it is made when first needed. */
export function openHealthConnection(to: Pick<ConnectionSettings, 'url' | 'isPooled'>): Pool {
  const settings = { ...to, name: 'provender health', max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  // A lost connection is what the next check finds out.
  return openPool(settings, () => {});
}
