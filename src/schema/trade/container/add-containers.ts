import type { Context } from '../../core/context.ts';
import type { ContainerRow } from './fields.ts';
import { requireTypes, writeContainers } from './write-containers.ts';

/**
 * Adds the containers of a receipt to a locked delivery. What the rows leave out stays. Archived types are
 * taken, because they can still come back.
 *
 * @throws AppError `not_found` for a type that the account does not have
 */
export async function addContainers(
  context: Context,
  deliveryId: bigint,
  rows: readonly ContainerRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await requireTypes(context, { deliveryId, rows }, { path: 'containers', takesArchived: true });
  await writeContainers(context, { deliveryId, rows, isWhole: false });
}
