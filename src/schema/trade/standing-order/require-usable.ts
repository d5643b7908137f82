import type { Context } from '../../core/context.ts';
import { findUnusable } from '../delivery/find-unusable.ts';
import { AppError } from '../../core/errors.ts';

interface OrderReferences {
  supermarketId: bigint;
  branchId: bigint;
  lines: readonly { productId: bigint }[];
}

/**
 * Requires that the account has the branch and the products, and that they are not archived, unless the order
 * had them before.
 *
 * @throws AppError `validation_error`, or `not_found` naming the reference that is not the account's
 */
export async function requireUsable(
  context: Context,
  { supermarketId, branchId, lines }: OrderReferences,
  kept?: { productIds: ReadonlySet<bigint> },
): Promise<void> {
  const references = { supermarketId, branchId, products: [...lines] };
  const [first, ...others] = await findUnusable(context, references, kept && { branchId, ...kept });
  if (first) {
    throw new AppError(first, ...others).renamed((field) => field.replace(/^products\[/, 'lines['));
  }
}
