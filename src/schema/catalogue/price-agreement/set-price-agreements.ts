import { z } from 'zod';
import { violation } from '../../../problems.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt, notFound } from '../../core/errors.ts';
import { MAX_FAULTS } from '../../core/limits.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { DATES_OUT_OF_ORDER, isInOrder, lengthFirst } from '../../core/noun/rules.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { valid } from '../../core/noun/valid.ts';
import { MAX_PRICE_ROWS } from '../limits.ts';
import { type AgreementRow, contradictions, type RowFault } from './agreement-row.ts';
import { PRICE_AGREEMENT_FIELDS } from './fields.ts';
import { readMeant } from './read-agreements.ts';
import { writeAgreements, type WrittenAgreements } from './write-agreements.ts';

/** The rule of an agreement. */
const PriceAgreementRow = z
  .strictObject(rulesToCreate(PRICE_AGREEMENT_FIELDS))
  .refine(({ validFrom, validTo }) => isInOrder(validFrom, validTo), {
    ...DATES_OUT_OF_ORDER,
    path: ['validTo'],
  });

const SetPriceAgreements = z.object({
  rows: lengthFirst(z.array(PriceAgreementRow), MAX_PRICE_ROWS, `must have at most ${MAX_PRICE_ROWS} rows`),
});

/**
 * Adds, changes and removes the agreed prices of a supermarket, all or none, and returns their ids in the
 * order of the rows, null for removed ones. Deliveries that exist keep their prices.
 *
 * @throws AppError `validation_error`, `not_found`, `quota_exceeded`
 */
export async function setPriceAgreements(
  context: Context,
  supermarket: string,
  input: readonly unknown[],
): Promise<(bigint | null)[]> {
  const supermarketId = recordIdOf(supermarket);
  const rows = valid(SetPriceAgreements, { rows: input }).rows.map(
    ({ validTo = null, ...row }): AgreementRow => ({ ...row, validTo, supermarketId }),
  );
  requireNone(contradictions(rows, startOf));
  const { ids } = await inAuditedTransaction(
    context,
    async (inside) => {
      await requireProducts(inside, supermarketId, rows);
      const written = await writeAgreements(inside, rows, startOf);
      if (Array.isArray(written)) throw rowRefusal(written);
      return written;
    },
    (written) => entryOf(supermarketId, written),
  );
  return ids;
}

const startOf = (index: number) => `rows[${index}].validFrom`;

function entryOf(supermarketId: bigint, { added, changed, removed }: WrittenAgreements) {
  if (added + changed + removed === 0) return undefined;
  return {
    action: 'prices.changed' as const,
    details: { supermarket: String(supermarketId), added, changedPrices: changed, removed },
  };
}

/** Requires that there are no faults. @throws AppError that names all, up to the maximum of an error */
function requireNone(faults: readonly RowFault[]): void {
  if (faults.length > 0) throw rowRefusal(faults);
}

function rowRefusal(faults: readonly RowFault[]): AppError {
  const [first, ...others] = faults.slice(0, MAX_FAULTS).map(({ fault }) => fault);
  return new AppError(first!, ...others);
}

/**
 * Requires that the account has the supermarket and the products, none of them archived besides those of
 * agreements that are removed.
 *
 * @throws AppError `not_found`, `validation_error`
 */
async function requireProducts(
  context: Context,
  supermarketId: bigint,
  rows: readonly AgreementRow[],
): Promise<void> {
  const accountId = accountOf(context);
  const supermarkets = await context.db.supermarket.findMany({
    where: { accountId, id: supermarketId },
    select: { id: true },
  });
  if (supermarkets.length === 0) throw notFound('supermarket', 'supermarketId');
  const states = await readMeant(context, rows);
  const faults = states.flatMap(({ isArchived }, index): RowFault[] => {
    const field = `rows[${index}].productId`;
    if (isArchived === null) return [{ index, fault: notFound('product', field).faults[0]! }];
    if (!isArchived || rows[index]!.price === null) return [];
    const archived = violation('archived', 'is archived. Restore it or choose another');
    return [{ index, fault: faultAt(field, archived) }];
  });
  requireNone(faults);
}
