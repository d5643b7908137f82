import { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/connect.ts';
import { inBits } from '../../core/noun/weekdays.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import type { AppError } from '../../core/errors.ts';
import { referencesTaken, withReference } from '../../core/upsert/reference-taken.ts';
import { valid } from '../../core/noun/valid.ts';
import { countUp } from './count-up.ts';
import { inColumns } from './cut-off.ts';
import { SUPERMARKET_FIELDS } from './fields.ts';

const CreateSupermarket = z.strictObject(rulesToCreate(SUPERMARKET_FIELDS));

interface WithReference {
  reference?: string | null | undefined;
}

/**
 * Creates a supermarket with its branches, all or none, and returns its id.
 *
 * @throws AppError `validation_error`, `quota_exceeded`
 */
export async function createSupermarket(context: Context, input: unknown): Promise<bigint> {
  const { branches, refusesShortDated, hidesPrices, ...supermarket } = inColumns(
    valid(CreateSupermarket, input),
  );
  const accountId = accountOf(context);
  const create = async (tx: Tx) => {
    await countUp(tx, context, { supermarkets: 1, branches: branches?.length ?? 0 });
    const { id } = await tx.supermarket.create({
      data: {
        accountId,
        ...supermarket,
        refusesShortDated: refusesShortDated ?? false,
        hidesPrices: hidesPrices ?? false,
      },
      select: { id: true },
    });
    if (branches?.length) {
      const rows = branches.map((branch) => ({ accountId, supermarketId: id, ...inBits(branch) }));
      const stored = await tx.branch.createManyAndReturn({
        data: rows,
        skipDuplicates: true,
        select: { reference: true },
      });
      if (stored.length < rows.length) throw await takenAmong({ ...context, db: tx }, rows, stored);
    }
    return id;
  };
  return withReference(context, 'Supermarket', supermarket.reference, () =>
    inTransaction(context.db, create),
  );
}

/** Returns the error for the branches that were not stored, because other branches have their references. */
function takenAmong(context: Context, rows: WithReference[], stored: WithReference[]): Promise<AppError> {
  const kept = new Set(stored.map(({ reference }) => reference));
  const taken = rows.flatMap(({ reference }, index) =>
    reference == null || kept.has(reference) ? [] : [{ field: `branches[${index}].reference`, reference }],
  );
  return referencesTaken(context, 'Branch', taken);
}
