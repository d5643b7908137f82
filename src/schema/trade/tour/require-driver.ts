import { accountOf, type Context } from '../../core/context.ts';
import { errorAt, notFound } from '../../core/errors.ts';
import { DRIVING_ROLES, type Role } from '../../core/caller/roles.ts';

/**
 * Requires that a person of the account can drive, until the transaction ends, and returns their name;
 * undefined without a person.
 *
 * @throws AppError `not_found` or `validation_error` on driverId
 */
export async function requireDriver(
  context: Context,
  driverId: bigint | null | undefined,
): Promise<string | undefined> {
  if (driverId == null) return undefined;
  const [person] = await context.db.$queryRaw<{ name: string; role: Role }[]>`
    SELECT name, role FROM people
    WHERE /* guard: driver-account */ account_id = ${accountOf(context)} AND /* end */ id = ${driverId}
      /* guard: driver-lock */ FOR SHARE`;
  if (!person) throw notFound('person', 'driverId');
  // guard: driving-role
  if (!DRIVING_ROLES.includes(person.role))
    throw errorAt('driverId', 'cannot_drive', `is a ${person.role}, who does not deliver`);
  return person.name;
}
