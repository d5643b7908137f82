import type { Query } from '../../../database/direct/selection.ts';
import type { ContainerType } from '../../../generated/prisma/client.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { recordsById } from '../../core/list/load-record.ts';

/** Returns the container types of the account by name: archived ones, those in use, or both. */
export async function containerTypesByName(
  context: Context,
  selection: Query,
  archived: boolean | null | undefined,
): Promise<ContainerType[]> {
  // Prisma cannot order as people sort.
  const rows = await context.db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM container_types
    WHERE account_id = ${accountOf(context)}
      AND (${archived ?? null}::boolean IS NULL OR (archived_at IS NOT NULL) = ${archived ?? null}::boolean)
    ORDER BY name COLLATE "und-x-icu", id`;
  const ids = rows.map(({ id }) => id);
  const byId = await recordsById(context, context.db.containerType, selection, ids);
  return ids.map((id) => byId.get(id)!);
}
