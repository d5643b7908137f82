import { isDuplicate } from '../../../database/duplicate.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { type ValuesOf, violation } from '../../../problems.ts';
import { callerOf, type Context } from '../context.ts';
import { AppError, type Fault, faultAt } from '../errors.ts';
import { NOUNS, type Referenced } from '../nouns.ts';
import { inSavepoint } from '../write/in-savepoint.ts';
import { withReferences } from './with-references.ts';

type Reference = string | null | undefined;

/**
 * Runs a write of one record whose reference another record may have.
 *
 * @param reference the reference of the record, or a function that returns it after the write has failed
 * @throws AppError `validation_error` on `reference` if another record has it
 */
export async function withReference<T>(
  context: Context,
  noun: Referenced,
  reference: Reference | (() => Reference),
  write: () => Promise<T>,
): Promise<T> {
  try {
    // A statement that fails ends the transaction around it, in which the other record is then looked up.
    return await inSavepoint(context, write);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const given = typeof reference === 'function' ? reference() : reference;
    throw await referencesTaken(context, noun, [{ field: 'reference', reference: given }]);
  }
}

/**
 * Returns the error for references that other records of the account have. It names those that the caller may
 * read.
 */
export async function referencesTaken(
  context: Context,
  noun: Referenced,
  taken: readonly { field: string; reference: Reference }[],
): Promise<AppError> {
  const { accountId, scopes } = callerOf(context);
  const { word, resource } = NOUNS[noun];
  const references = taken.flatMap(({ reference }) => reference ?? []);
  const columns = noun === 'Branch' ? Prisma.sql`reference, id, supermarket_id` : Prisma.sql`reference, id`;
  const held = scopes.has(`${resource}:read`)
    ? await context.db.$queryRaw<Holder[]>(withReferences({ noun, accountId, references, columns }))
    : [];
  const holders = new Map(held.map((each) => [each.reference, valuesOf(each)]));
  const [first, ...others] = taken.map(({ field, reference }) =>
    takenAt(field, `another ${word}`, holders.get(reference ?? '')),
  );
  return new AppError(first!, ...others);
}

interface Holder {
  reference: string;
  id: bigint;
  supermarket_id?: bigint;
}

function valuesOf({ id, supermarket_id }: Holder) {
  return { id: Number(id), ...(supermarket_id !== undefined && { supermarket_id: Number(supermarket_id) }) };
}

function takenAt(field: string, by: string, values: ValuesOf<'reference_taken'> = null): Fault {
  const named = values ? ` (id ${values.id})` : '';
  return faultAt(field, violation('reference_taken', `is already used by ${by}${named}`, values));
}
