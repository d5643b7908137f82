import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import { type SavedView, VIEW_COLUMNS } from './list-views.ts';
import { ownerOf, type Sharing } from './owner-of.ts';

/** Deletes a personal view, or a shared one. Returns it. @throws AppError `not_found` */
export async function deleteView(context: Context, sharing: Sharing, id: string): Promise<SavedView> {
  const [view] = await context.db.$queryRaw<[SavedView?]>`
    DELETE FROM saved_views
    WHERE account_id = ${accountOf(context)} AND id = ${recordIdOf(id)}
      AND person_id IS NOT DISTINCT FROM ${ownerOf(context, sharing)}::bigint
    RETURNING ${VIEW_COLUMNS}`;
  if (!view) throw notFound('view');
  return view;
}
