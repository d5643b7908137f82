import { z } from 'zod';
import { inTransaction } from '../../../database/connect.ts';
import { byId, callerOf, type Context } from '../../core/context.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { text } from '../../core/noun/rules.ts';
import { requireVersion } from '../../core/version/require-version.ts';
import { setCaller } from '../../core/builder/set-caller.ts';
import { valid } from '../../core/noun/valid.ts';
import { handOver, lockOwners } from './lock-owners.ts';
import { type Role, scopesOfRole } from '../../core/caller/roles.ts';

/**
 * Changes the role of a person. It applies from their next request, and at once to open streams.
 *
 * @throws AppError `not_found`, `precondition_failed`, `validation_error` for the last owner, or
 * `insufficient_scope`
 */
export async function changeRole(
  context: Context,
  id: string,
  role: Role,
  ifMatch?: string | null,
): Promise<void> {
  const caller = callerOf(context);
  const record = recordIdOf(id);
  await inTransaction(context.db, async (tx) => {
    const locked = await lockOwners(tx, context, record);
    await requireVersion({ ...context, db: tx }, 'person', record, ifMatch);
    if (role !== 'owner') await handOver(tx, context, locked);
    await tx.$executeRaw`
      UPDATE people SET role = ${role} WHERE account_id = ${caller.accountId} AND id = ${record}`;
  });
  // The rest of the request uses the new role.
  if (record === caller.personId) setCaller(context, { ...caller, role, scopes: scopesOfRole(role) });
}

export const ChangeName = z.strictObject({ name: text() });

/**
 * Changes the name of the person who is signed in.
 *
 * @throws AppError `validation_error`
 */
export async function changeName(context: Context, input: unknown): Promise<bigint> {
  const { name } = valid(ChangeName, input);
  const { personId = 0n } = callerOf(context);
  await context.db.person.update({ ...byId(context, personId), data: { name }, select: { id: true } });
  return personId;
}
