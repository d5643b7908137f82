import { Prisma } from '../../../generated/prisma/client.ts';
import type { Actor } from '../caller/actors.ts';
import { accountOf, type Context } from '../context.ts';

/** Returns who acts in a context. */
export function actorOf({ caller, http, by }: Context): Actor {
  if (by) return by;
  if (caller?.link) return { kind: 'link', ...caller.link };
  const address = http?.visit?.address ?? http?.address?.();
  if (caller?.keyId !== undefined) return { kind: 'key', keyId: caller.keyId, address };
  if (caller?.sessionId !== undefined) {
    const { sessionId, personId, role } = caller;
    return { kind: 'session', sessionId, personId, role, address };
  }
  return { kind: 'nobody', address };
}

/**
 * Returns SQL for the current name of the acting person or key, to be stored in the record: it stays when
 * they are renamed or leave. NULL for callers by link and for jobs.
 */
export function actorName(context: Context): Prisma.Sql {
  const { kind, keyId, personId } = actorOf(context);
  if (kind === 'operator') return Prisma.sql`'Operator'`;
  const accountId = accountOf(context);
  if (keyId !== undefined)
    return Prisma.sql`(SELECT name FROM api_keys WHERE account_id = ${accountId} AND id = ${keyId})`;
  if (personId !== undefined)
    return Prisma.sql`(SELECT name FROM people WHERE account_id = ${accountId} AND id = ${personId})`;
  return Prisma.sql`NULL::text`;
}
