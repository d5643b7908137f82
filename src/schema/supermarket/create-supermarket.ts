import { z } from 'zod';
import { inTransaction } from '../../database/connect.ts';
import { inBits } from '../closed-day/closed-weekdays.ts';
import { accountOf, type Context } from '../context.ts';
import { rulesToCreate } from '../noun/fields.ts';
import { AppError } from '../errors.ts';
import { referenceTaken, withReference } from '../noun/reference-taken.ts';
import { MAX_FAULTS, valid } from '../noun/valid.ts';
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
  const { branches, refusesShortDated, ...supermarket } = inColumns(valid(CreateSupermarket, input));
  const accountId = accountOf(context);
  return inTransaction(context.db, async (tx) => {
    await countUp(tx, context, { supermarkets: 1, branches: branches?.length ?? 0 });
    const created = tx.supermarket.create({
      data: { accountId, ...supermarket, refusesShortDated: refusesShortDated ?? false },
      select: { id: true },
    });
    const { id } = await withReference('supermarket', created);
    if (branches?.length) {
      const rows = branches.map((branch) => ({ accountId, supermarketId: id, ...inBits(branch) }));
      const stored = await tx.branch.createManyAndReturn({
        data: rows,
        skipDuplicates: true,
        select: { reference: true },
      });
      if (stored.length < rows.length) throw takenAmong(rows, stored);
    }
    return id;
  });
}

/** Returns the error for the branches that were not stored, because other branches have their references. */
function takenAmong(rows: WithReference[], stored: WithReference[]): AppError {
  const kept = new Set(stored.map(({ reference }) => reference));
  const [first, ...others] = rows.flatMap(({ reference }, index) =>
    reference == null || kept.has(reference)
      ? []
      : referenceTaken('branch', `branches[${index}].reference`).faults,
  );
  return new AppError(first!, ...others.slice(0, MAX_FAULTS - 1));
}
