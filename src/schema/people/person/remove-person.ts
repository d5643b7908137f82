import { inTransaction } from '../../../database/connect.ts';
import { releaseUnused } from '../cell/release-unused.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { leaveSession } from '../session/end-session.ts';
import { endResets } from './end-resets.ts';
import { handOver, lockOwners } from './lock-owners.ts';

/**
 * Removes a person and ends their sessions. API keys belong to the account and stay valid.
 *
 * @throws AppError `not_found`, `validation_error` for the last owner, or `insufficient_scope`
 */
export async function removePerson(context: Context, id: string): Promise<bigint> {
  const { accountId, personId } = callerOf(context);
  const record = recordIdOf(id);
  const email = await inTransaction(context.db, async (tx) => {
    const locked = await lockOwners(tx, context, record);
    // guard: removed-owner
    await handOver(tx, context, locked);
    const where = { accountId, personId: record };
    // guard: removed-person-sessions
    await tx.session.deleteMany({ where });
    await tx.knownDevice.deleteMany({ where });
    await endResets(tx, where);
    await tx.secondFactor.deleteMany({ where });
    await tx.$executeRaw`DELETE FROM people WHERE account_id = ${accountId} AND id = ${record}`;
    return locked.person.email;
  });
  await releaseUnused(context, email);
  if (record === personId) leaveSession(context);
  return record;
}
