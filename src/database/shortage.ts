import type { Pool } from 'pg';
import { causesOf } from './unreachable.ts';

/** SQLSTATEs of a server that has no disk space, memory or other resources left for a statement. */
const SHORTAGE_SQLSTATES = /^53[0-24]00$/;
/** A statement that needs new pages on disk. One query is one transaction, so it leaves nothing behind. */
const TRIAL = `
  CREATE TEMP TABLE provender_trial AS SELECT repeat('x', 1000) FROM generate_series(1, 100);
  DROP TABLE provender_trial`;

/** Whether a statement lacked resources since the last successful trial. Reads succeed on a full disk. */
let isSuspected = false;

/**
 * Returns whether `error` means that the server lacks resources, as opposed to a bug; `isShort` then runs a
 * trial.
 */
export function isShortage(error: unknown): boolean {
  const isOne = lacksResources(error);
  isSuspected ||= isOne;
  return isOne;
}

/** Returns whether the server still lacks resources, after an error that said so. */
export async function isShort(pool: Pick<Pool, 'query'>): Promise<boolean> {
  if (!isSuspected) return false;
  try {
    await pool.query(TRIAL);
    isSuspected = false;
  } catch (error) {
    // A role that may not create temporary tables gets another error, which says nothing about resources.
    isSuspected = lacksResources(error);
  }
  return isSuspected;
}

function lacksResources(error: unknown): boolean {
  return causesOf(error).some((cause) =>
    [cause.code, cause.originalCode].some(
      (code) => typeof code === 'string' && SHORTAGE_SQLSTATES.test(code),
    ),
  );
}
