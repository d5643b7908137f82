import type { Db } from '../../database/connect.ts';
import type { Context } from '../context.ts';
import { later } from '../later.ts';
import type { AuditAction } from './actions.ts';
import type { Actor } from './actor.ts';

/** The details of an entry; never a secret, nor an e-mail address in plain text. */
export type AuditDetails = Record<string, string | number | string[] | null | undefined>;

/** An entry of the audit log of an account. */
export interface Entry {
  accountId: bigint;
  action: AuditAction;
  actor: Actor;
  details?: AuditDetails | undefined;
}

/** Writes an entry, with the names that keys and people have now. */
export async function writeEntry(db: Db, { accountId, action, actor, details = {} }: Entry): Promise<void> {
  const { kind, keyId = null, sessionId = null, personId = null, address = null } = actor;
  const key = typeof details.key === 'string' ? BigInt(details.key) : null;
  await db.$executeRaw`
    INSERT INTO audit_entries (account_id, action, actor, key_id, key_name, session_id, person_id, person_name,
                               address, details)
    SELECT ${accountId}, ${action}, ${kind}, ${keyId}::bigint,
           (SELECT name FROM api_keys WHERE account_id = ${accountId} AND id = ${keyId}::bigint),
           ${sessionId}::bigint, ${personId}::bigint,
           (SELECT name FROM people WHERE account_id = ${accountId} AND id = ${personId}::bigint), ${address}::text,
           ${JSON.stringify(details)}::jsonb || jsonb_strip_nulls(jsonb_build_object('keyName',
             (SELECT name FROM api_keys WHERE account_id = ${accountId} AND id = ${key}::bigint)))`;
}

/** Writes an entry after its change. The change stands if that fails, and the program's log has the entry too. */
export async function writeAfterwards(context: Context, entry: Entry): Promise<void> {
  try {
    await writeEntry(context.db, entry);
  } catch (error) {
    context
      .log()
      .error({ err: error, audit: entry.action }, 'an entry of the audit log could not be written');
  }
}

/** Writes an entry after the response, so that its time does not say whether there is an account. */
export function writeLater(context: Context, entry: Entry): void {
  later(() => writeAfterwards(context, entry));
}
