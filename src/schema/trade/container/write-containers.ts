import { Prisma } from '../../../generated/prisma/client.ts';
import { violation } from '../../../problems.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, type Fault, faultAt, notFound } from '../../core/errors.ts';
import type { ContainerRow } from './fields.ts';

interface RowsToWrite {
  deliveryId: bigint;
  rows: readonly ContainerRow[];
  /** Whether the rows are all of the delivery; otherwise what they leave out stays. */
  isWhole: boolean;
}

/**
 * Writes the containers of a locked delivery, which count at once if it has left. A row of none is removed.
 *
 * @throws AppError `not_found` for a type that the account does not have
 */
export async function writeContainers(context: Context, { deliveryId, rows, isWhole }: RowsToWrite) {
  const accountId = accountOf(context);
  const counts = (of: 'out' | 'back') => Prisma.sql`${rows.map((row) => row[of] ?? null)}::int[]`;
  // The delivery is locked, so the rows that the statement sees are the latest ones.
  await context.db.$executeRaw`
    WITH merged AS (
      SELECT requested.type_id, coalesce(requested.count_out, kept.quantity_out, 0) AS count_out,
             coalesce(requested.count_back, kept.quantity_back, 0) AS count_back
      FROM unnest(${rows.map(({ typeId }) => typeId)}::bigint[], ${counts('out')}, ${counts('back')})
           AS requested (type_id, count_out, count_back)
      LEFT JOIN delivery_containers kept ON kept.account_id = ${accountId} AND kept.delivery_id = ${deliveryId}
        AND kept.type_id = requested.type_id AND NOT ${isWhole}
    ), filled AS (
      SELECT * FROM merged WHERE count_out + count_back > 0
    ), removed AS (
      DELETE FROM delivery_containers row
      WHERE row.account_id = ${accountId} AND row.delivery_id = ${deliveryId}
        AND NOT EXISTS (SELECT FROM filled WHERE filled.type_id = row.type_id)
        AND (${isWhole} OR EXISTS (SELECT FROM merged WHERE merged.type_id = row.type_id))
    ), written AS (
      INSERT INTO delivery_containers AS row
        (account_id, delivery_id, type_id, supermarket_id, branch_id, quantity_out, quantity_back, counted_on)
      SELECT account_id, id, type_id, supermarket_id, branch_id, count_out, count_back,
             CASE WHEN status IN ('in_transit', 'completed') THEN delivery_date END
      FROM deliveries CROSS JOIN filled WHERE account_id = ${accountId} AND id = ${deliveryId}
      ON CONFLICT (account_id, delivery_id, type_id) DO UPDATE
      SET quantity_out = excluded.quantity_out, quantity_back = excluded.quantity_back
      WHERE (row.quantity_out, row.quantity_back) <> (excluded.quantity_out, excluded.quantity_back)
    )
    UPDATE deliveries SET updated_at = now() WHERE account_id = ${accountId} AND id = ${deliveryId}`;
}

/** A container type of the account, as rows of a delivery refer to it. */
interface ReferredType {
  id: bigint;
  isArchived: boolean;
  /** Whether the delivery has containers of it. */
  isPresent: boolean;
}

/**
 * Requires that the account has the types of the rows, and that none is archived, unless the delivery has it
 * already or `takesArchived`.
 *
 * @param path the path of the rows in the input
 * @throws AppError `not_found` or `validation_error` on each type that cannot be used
 */
export async function requireTypes(
  context: Context,
  { deliveryId, rows }: Pick<RowsToWrite, 'deliveryId' | 'rows'>,
  { path, takesArchived }: { path: string; takesArchived: boolean },
): Promise<void> {
  const accountId = accountOf(context);
  const types = await context.db.$queryRaw<ReferredType[]>`
    SELECT id, archived_at IS NOT NULL AS "isArchived", EXISTS (
      SELECT FROM delivery_containers row
      WHERE row.account_id = ${accountId} AND row.delivery_id = ${deliveryId} AND row.type_id = type.id
    ) AS "isPresent"
    FROM container_types type
    WHERE account_id = ${accountId} AND id = ANY(${rows.map(({ typeId }) => typeId)}::bigint[])`;
  const byId = new Map(types.map((type) => [type.id, type]));
  const faults = rows.flatMap(({ typeId, out, back }, index): Fault[] => {
    const field = `${path}[${index}].typeId`;
    const type = byId.get(typeId);
    // guard: container-type-account
    if (!type) return [...notFound('container type', field).faults];
    const isNew = (out ?? 0) + (back ?? 0) > 0 && !type.isPresent;
    // guard: archived-container-type
    if (isNew && type.isArchived && !takesArchived)
      return [faultAt(field, violation('archived', 'is archived, and can only be adjusted'))];
    return [];
  });
  const [first, ...others] = faults;
  if (first) throw new AppError(first, ...others);
}
