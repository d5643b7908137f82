import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../context.ts';
import { actorOf } from './actor.ts';

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
