import type { Db } from '../../database/connect.ts';
import { afterEnd } from '../write/after-transaction.ts';
import type { Context } from '../context.ts';
import { afterResponse } from '../write/after-response.ts';
import type { AuditAction } from './actions.ts';
import type { Actor } from '../caller/actors.ts';

/** The details of an entry; never a secret, nor an e-mail address in plain text. */
export type AuditDetails = Record<string, string | number | string[] | null | undefined>;

/** An entry of the audit log of an account. */
export interface NewEntry {
  accountId: bigint;
  action: AuditAction;
  actor: Actor;
  details?: AuditDetails | undefined;
}

/** How many entries an actor can write of one action on a day, in UTC. One more counts what follows. */
export const MAX_ENTRIES_A_DAY = 200;

/**
 * Writes an entry, with the names that keys, people and branches have now. Beyond {@link MAX_ENTRIES_A_DAY} it only counts: one
 * entry has the number as `more`.
 */
export async function writeEntry(
  db: Db,
  { accountId, action, actor, details = {} }: NewEntry,
): Promise<void> {
  const { kind, keyId = null, sessionId = null, personId = null, systemName = null, address = null } = actor;
  const [key, branch, about] = [details.key, details.branch, details.person].map((id) =>
    typeof id === 'string' ? BigInt(id) : null,
  );
  await db.$executeRaw`
    WITH counted AS (
      INSERT INTO audit_counts AS before (account_id, day, action, actor, times, entry_id)
      VALUES (${accountId}, (now() AT TIME ZONE 'UTC')::date, ${action}, ${counterOf(actor)}, 1,
              nextval(pg_get_serial_sequence('audit_entries', 'id')))
      ON CONFLICT (account_id, day, action, actor) DO UPDATE SET
        times = before.times + 1,
        entry_id = CASE WHEN before.times > ${MAX_ENTRIES_A_DAY} THEN before.entry_id ELSE excluded.entry_id END
      RETURNING entry_id, times - ${MAX_ENTRIES_A_DAY} AS more
    ), counting AS (
      UPDATE audit_entries SET details = jsonb_build_object('more', more)
      FROM counted WHERE account_id = ${accountId} AND id = entry_id AND more > 1
    )
    INSERT INTO audit_entries (account_id, id, action, actor, key_id, key_name, session_id, person_id, person_name,
                               by_owner, system_name, address, details)
    SELECT ${accountId}, entry_id, ${action}, ${kind}, ${keyId}::bigint,
           (SELECT name FROM api_keys WHERE account_id = ${accountId} AND id = ${keyId}::bigint),
           ${sessionId}::bigint, ${personId}::bigint, person.name, ${actor.role === 'owner'}::boolean,
           ${systemName}::text, ${address}::text,
           CASE more WHEN 1 THEN jsonb_build_object('more', 1)
           ELSE ${JSON.stringify(details)}::jsonb || jsonb_strip_nulls(jsonb_build_object('keyName',
             (SELECT name FROM api_keys WHERE account_id = ${accountId} AND id = ${key}::bigint), 'branchName',
             (SELECT name FROM branches WHERE account_id = ${accountId} AND id = ${branch}::bigint), 'personName',
             (SELECT name FROM people WHERE account_id = ${accountId} AND id = ${about}::bigint))) END
    FROM counted
    LEFT JOIN people person ON person.account_id = ${accountId} AND person.id = ${personId}::bigint
    WHERE more <= 1`;
}

/** Returns the actor by whom entries are counted. Strangers count together: they have any number of addresses. */
export function counterOf({ kind, keyId, personId, branchId, systemName }: Actor): string {
  if (keyId !== undefined) return `key:${keyId}`;
  if (branchId !== undefined) return `branch:${branchId}`;
  if (systemName !== undefined && systemName !== 'command') return systemName;
  return personId === undefined ? kind : `person:${personId}`;
}

/**
 * Writes the entry of a refused attempt, whose transaction is rolled back. The refusal stands if that fails, and the
 * program's log has it too.
 */
export async function writeRefusal(context: Context, entry: NewEntry): Promise<void> {
  try {
    await writeEntry(context.db, entry);
  } catch (error) {
    context
      .log()
      .error({ err: error, audit: entry.action }, 'a refused attempt could not be written to the audit log');
  }
}

/** Writes the entry of a refused attempt after the response, whose time does not say whether there is an account. */
export function writeRefusalLater(context: Context, entry: NewEntry): Promise<void> {
  return afterEnd(context, async (outside) => afterResponse(() => writeRefusal(outside, entry)));
}
