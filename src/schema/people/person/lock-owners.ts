import type { Tx } from '../../../database/connect.ts';
import { callerOf, type Context, roleNeeded } from '../../core/context.ts';
import { type AppError, errorAt, fault, notFound } from '../../core/errors.ts';
import type { Role } from '../../core/caller/roles.ts';

export interface LockedPerson {
  id: bigint;
  email: string;
  role: Role;
}

/**
 * Locks the owners of the account and one person. Returns that person and the other owners. If two owners
 * remove each other, the second is refused.
 *
 * @throws AppError `not_found`, `insufficient_scope` if the caller is no longer an owner, or `unauthorized`
 * if they are no longer a person of the account
 */
export async function lockOwners(
  tx: Tx,
  context: Context,
  id: bigint,
): Promise<{ person: LockedPerson; others: LockedPerson[] }> {
  const { accountId, personId } = callerOf(context);
  const locked = await tx.$queryRaw<LockedPerson[]>`
    SELECT id, email, role FROM people WHERE account_id = ${accountId} AND (role = 'owner' OR id = ${id})
    ORDER BY id FOR UPDATE`;
  const owners = locked.filter(({ role }) => role === 'owner');
  if (!owners.some((owner) => owner.id === personId)) throw await refusal(tx, context);
  const person = locked.find((each) => each.id === id);
  if (!person) throw notFound('person');
  return { person, others: owners.filter((owner) => owner.id !== id) };
}

/** Returns why the caller, an owner when the request began, is no longer permitted. */
async function refusal(tx: Tx, context: Context): Promise<AppError> {
  const { accountId, personId } = callerOf(context);
  const [now] = await tx.$queryRaw<{ role: Role }[]>`
    SELECT role FROM people WHERE account_id = ${accountId} AND id = ${personId}`;
  return now ? roleNeeded(now) : fault('session_ended', 'This session has ended');
}

/**
 * Requires that the account keeps an owner without this person. If it has the address of this person, it gets
 * that of its first other owner.
 *
 * @throws AppError `validation_error`
 */
export async function handOver(
  tx: Tx,
  context: Context,
  { person, others }: Awaited<ReturnType<typeof lockOwners>>,
): Promise<void> {
  if (person.role !== 'owner') return;
  const heir = others[0];
  if (!heir) throw errorAt('id', 'last_owner', 'is the last owner. Make another person an owner first');
  await tx.$executeRaw`
    UPDATE accounts SET email = ${heir.email} WHERE id = ${callerOf(context).accountId} AND email = ${person.email}`;
}
