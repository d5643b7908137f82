import { Prisma } from '../../../generated/prisma/client.ts';
import { callerOf, type Context } from '../../core/context.ts';
import { MAX_LISTED, type ViewedList } from './fields.ts';

/** A named view of a list. */
export interface SavedView {
  id: bigint;
  list: ViewedList;
  name: string;
  search: string;
  isShared: boolean;
  version: string;
}

/** The columns of a {@link SavedView}. */
export const VIEW_COLUMNS = Prisma.sql`
  id, list, name, search, person_id IS NULL AS "isShared", md5(saved_views::text) AS version`;

/**
 * Returns the views of a list by name: those of the person and the shared ones. An API key gets only the
 * shared ones.
 */
export async function listViews(context: Context, list: ViewedList): Promise<SavedView[]> {
  const { accountId, personId = null } = callerOf(context);
  return context.db.$queryRaw<SavedView[]>`
    SELECT ${VIEW_COLUMNS} FROM saved_views
    WHERE account_id = ${accountId} AND (person_id IS NULL OR person_id = ${personId}::bigint) AND list = ${list}
    ORDER BY name, id LIMIT ${MAX_LISTED}`;
}
