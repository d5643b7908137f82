import { violation } from '../../../problems.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { type Fault, faultAt, notFound } from '../../core/errors.ts';
import { MAX_FAULTS } from '../../core/limits.ts';

interface References {
  supermarketId: bigint;
  branchId: bigint;
  products: { productId: bigint }[];
}

/** Whether a record is archived; null when it does not exist. */
type Archived = boolean | null;

/** The records of the old version of a delivery, which the new one can keep even if they are archived. */
interface Kept {
  branchId: bigint;
  productIds: ReadonlySet<bigint>;
}

/**
 * Returns why a delivery could not be created: references to records that the account does not have, else
 * references to archived records. Empty if all are usable by now.
 */
export async function findUnusable(context: Context, references: References, kept?: Kept): Promise<Fault[]> {
  const [faults] = await findAllUnusable(context, [references], kept);
  return faults!;
}

/**
 * Returns for each of many deliveries why it could not be created, like {@link findUnusable}, with one
 * statement.
 */
export async function findAllUnusable(
  context: Context,
  deliveries: readonly References[],
  kept?: Kept,
): Promise<Fault[][]> {
  if (deliveries.length === 0) return [];
  const accountId = accountOf(context);
  // JSON has no bigints.
  const json = deliveries.map(({ supermarketId, branchId, products }) => ({
    supermarket: String(supermarketId),
    branch: String(branchId),
    products: products.map(({ productId }) => String(productId)),
  }));
  const states = await context.db.$queryRaw<ReferenceStates[]>`
    SELECT EXISTS (SELECT FROM supermarkets
                   WHERE account_id = ${accountId} AND id = (row ->> 'supermarket')::bigint) AS supermarket,
           (SELECT archived_at IS NOT NULL FROM branches
            WHERE account_id = ${accountId} AND supermarket_id = (row ->> 'supermarket')::bigint
              AND id = (row ->> 'branch')::bigint) AS branch,
           ARRAY(SELECT CASE WHEN product.id IS NOT NULL THEN product.archived_at IS NOT NULL END
                 FROM jsonb_array_elements_text(row -> 'products') WITH ORDINALITY AS requested (id, position)
                 LEFT JOIN products product
                   ON product.account_id = ${accountId} AND product.id = requested.id::bigint
                 ORDER BY requested.position) AS products
    FROM jsonb_array_elements(${JSON.stringify(json)}::jsonb) WITH ORDINALITY AS each (row, position)
    ORDER BY each.position`;
  return deliveries.map((references, index) => faultsOf(references, states[index]!, kept));
}

interface ReferenceStates {
  supermarket: boolean;
  branch: Archived;
  products: Archived[];
}

function faultsOf({ branchId, products }: References, known: ReferenceStates, kept?: Kept): Fault[] {
  const found: [field: string, archived: Archived][] = [
    ['supermarketId', known.supermarket ? false : null],
    ['branchId', known.branch && branchId !== kept?.branchId],
    ...known.products.map((archived, index): [string, Archived] => [
      `products[${index}].productId`,
      archived && !kept?.productIds.has(products[index]!.productId),
    ]),
  ];
  const missing = found.filter(([, archived]) => archived === null);
  const faults =
    missing.length > 0
      ? missing.map(([field]) => missingFault(field))
      : found
          .filter(([, archived]) => archived)
          .map(([field]) =>
            faultAt(field, violation('archived', 'is archived. Restore it or choose another')),
          );
  return faults.slice(0, MAX_FAULTS);
}

function missingFault(field: string): Fault {
  const error =
    field === 'branchId'
      ? notFound('branch', field, 'this supermarket')
      : notFound(field === 'supermarketId' ? 'supermarket' : 'product', field);
  return error.faults[0]!;
}
