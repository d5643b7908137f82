import { type Db, inTransaction, type Tx } from '../../../database/connect.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { afterEnd } from '../write/after-transaction.ts';
import type { Context } from '../context.ts';
import { afterResponse } from '../write/after-response.ts';
import type { AuditAction } from './actions.ts';
import type { Actor } from '../caller/actors.ts';
import { MAX_ENTRIES_A_DAY } from '../limits.ts';

/** The details of an entry; never a secret, nor an e-mail address in plain text. */
export type AuditDetails = Record<string, string | number | string[] | null | undefined>;

/** An entry of the audit log of an account. */
export interface NewEntry {
  accountId: bigint;
  action: AuditAction;
  actor: Actor;
  details?: AuditDetails | undefined;
}

/** The details that say which record an entry is about. */
const OF_RECORD = [
  'branch',
  'date',
  'delivery',
  'emailHash',
  'ended',
  'invitation',
  'key',
  'list',
  'message',
  'notice',
  'person',
  'product',
  'standingOrder',
  'view',
  'webhook',
  'withdrawal',
];

/**
 * Writes an entry with the current names of keys, people and branches. Its time is now, because other
 * transactions can have written since this one began. Beyond {@link MAX_ENTRIES_A_DAY}, it replaces an old
 * entry, so that the last one of each record stays. One more entry has the number of replaced ones as `more`.
 */
export async function writeEntry(db: Db, entry: NewEntry): Promise<void> {
  const { accountId, action, actor } = entry;
  await inTransaction(db, async (tx) => {
    // With the lock on its row, entries that are written at once are counted one after another.
    const [{ more }] = await tx.$queryRaw<[{ more: number }]>`
      WITH counted AS (
        INSERT INTO audit_counts AS before (account_id, day, action, actor, times, entry_id)
        VALUES (${accountId}, (now() AT TIME ZONE 'UTC')::date, ${action}, ${counterOf(actor)}, 1,
                next_id('audit_entries_id_seq'))
        ON CONFLICT (account_id, day, action, actor) DO UPDATE SET
          times = before.times + 1,
          entry_id = CASE WHEN before.times > ${MAX_ENTRIES_A_DAY} THEN before.entry_id ELSE excluded.entry_id END
        RETURNING entry_id, times - ${MAX_ENTRIES_A_DAY} AS more
      ), counting AS (
        UPDATE audit_entries SET details = jsonb_build_object('more', more)
        FROM counted WHERE account_id = ${accountId} AND id = entry_id AND more > 1
      ), first AS (
        ${insertion(entry, Prisma.sql`jsonb_build_object('more', 1)`, Prisma.sql`entry_id`, Prisma.sql`more = 1`)}
      ), written AS (
        ${insertion(
          entry,
          entryDetails(entry),
          Prisma.sql`CASE WHEN more <= 0 THEN entry_id ELSE next_id('audit_entries_id_seq') END`,
          Prisma.sql`TRUE`,
        )}
      )
      SELECT more FROM counted`;
    // guard: audit-entry-count
    if (more > 0) await dropOne(tx, entry);
  });
}

function insertion(
  { accountId, action, actor }: NewEntry,
  details: Prisma.Sql,
  id: Prisma.Sql,
  condition: Prisma.Sql,
): Prisma.Sql {
  const { kind, keyId = null, sessionId = null, personId = null, systemName = null, address = null } = actor;
  return Prisma.sql`
    INSERT INTO audit_entries (account_id, id, at, action, actor, key_id, key_name, session_id, person_id, person_name,
                               by_owner, system_name, address, details)
    SELECT ${accountId}, ${id}, clock_timestamp(), ${action}, ${kind}, ${keyId}::bigint,
           (SELECT name FROM api_keys WHERE account_id = ${accountId} AND id = ${keyId}::bigint),
           ${sessionId}::bigint, ${personId}::bigint, person.name, ${actor.role === 'owner'}::boolean,
           ${systemName}::text, ${address}::text, ${details}
    FROM counted
    LEFT JOIN people person ON person.account_id = ${accountId} AND person.id = ${personId}::bigint
    WHERE ${condition}`;
}

function entryDetails({ accountId, details = {} }: NewEntry): Prisma.Sql {
  const [key, branch, about] = [details.key, details.branch, details.person].map((id) =>
    typeof id === 'string' ? BigInt(id) : null,
  );
  return Prisma.sql`${JSON.stringify(details)}::jsonb || jsonb_strip_nulls(jsonb_build_object(
    'keyName', (SELECT name FROM api_keys WHERE account_id = ${accountId} AND id = ${key}::bigint),
    'branchName', (SELECT name FROM branches WHERE account_id = ${accountId} AND id = ${branch}::bigint),
    'personName', (SELECT name FROM people WHERE account_id = ${accountId} AND id = ${about}::bigint)))`;
}

/**
 * Deletes the oldest of the actor's entries of today whose record has a later one; if there is none, the
 * oldest.
 */
async function dropOne(tx: Tx, { accountId, action, actor, details }: NewEntry): Promise<void> {
  const { kind, keyId = null, personId = null, systemName = null, branchId } = actor;
  const ofBranch =
    branchId === undefined
      ? Prisma.empty
      : Prisma.sql`AND details->'branch' IS NOT DISTINCT FROM ${JSON.stringify(details?.branch ?? null)}::jsonb`;
  await tx.$executeRaw`
    DELETE FROM audit_entries WHERE account_id = ${accountId} AND id = (
      SELECT id FROM (
        SELECT id, lead(id) OVER (PARTITION BY ${entryRecord()} ORDER BY id) AS later
        FROM audit_entries
        WHERE account_id = ${accountId} AND action = ${action} AND actor = ${kind}
          AND at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
          AND key_id IS NOT DISTINCT FROM ${keyId}::bigint AND person_id IS NOT DISTINCT FROM ${personId}::bigint
          AND system_name IS NOT DISTINCT FROM ${systemName}::text AND NOT details ? 'more' ${ofBranch}
      ) AS today ORDER BY later IS NULL, id LIMIT 1)`;
}

function entryRecord(): Prisma.Sql {
  return Prisma.join(OF_RECORD.map((name) => Prisma.sql`details->>${name}::text`));
}

/**
 * Returns the actor whose entries count together. Strangers are one actor, because each can have many
 * addresses.
 */
export function counterOf({ kind, keyId, personId, branchId, systemName }: Actor): string {
  // guard: audit-key-counter
  if (keyId !== undefined) return `key:${keyId}`;
  if (branchId !== undefined) return `branch:${branchId}`;
  if (systemName !== undefined && systemName !== 'command') return systemName;
  return personId === undefined ? kind : `person:${personId}`;
}

/**
 * Writes the entry of a refused attempt, whose transaction is rolled back. The refusal stands if that fails,
 * and the program's log has it too.
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

/**
 * Writes the entry of a refused attempt after the response, so that the response time does not reveal whether
 * the account exists.
 */
export function writeRefusalLater(context: Context, entry: NewEntry): Promise<void> {
  return afterEnd(context, async (outside) => afterResponse(() => writeRefusal(outside, entry)));
}
