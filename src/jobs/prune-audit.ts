import type { Pool } from 'pg';
import { AUDIT_EXPIRY } from '../schema/core/audit/expiry.ts';
import { accountsWith, inBatches, PRUNE_BATCH } from './in-batches.ts';
import { pruneExpired } from './prune-expired.ts';

/** How many entries of one account the audit log keeps, besides those of its owners and the operator. */
const MAX_AUDIT_ENTRIES = 100_000;
/** Entries of owners, the operator and the service are deleted by age alone; these are the others. */
const BY_NON_OWNERS = `actor NOT IN ('operator', 'service') AND NOT by_owner`;

/**
 * Deletes the entries that the audit log keeps no longer: after a year, and the oldest ones of an account
 * with many.
 */
export async function pruneAudit(pool: Pick<Pool, 'query'>, max = MAX_AUDIT_ENTRIES): Promise<void> {
  await pruneExpired(pool, AUDIT_EXPIRY);
  for await (const account of accountsWith(pool, 'audit_entries')) {
    // The newest entry beyond the maximum and all older ones, not counting those of owners; both by the
    // primary key.
    await inBatches(
      pool,
      `DELETE FROM audit_entries WHERE (account_id, id) IN (
         SELECT account_id, id FROM audit_entries
         WHERE account_id = $1 /* guard: pruned-audit-others */ AND ${BY_NON_OWNERS} /* end */ AND id <= (
           SELECT id FROM audit_entries WHERE account_id = $1 AND ${BY_NON_OWNERS} ORDER BY id DESC OFFSET $2 LIMIT 1)
         LIMIT ${PRUNE_BATCH})`,
      { values: [account, max] },
    );
  }
}
