import { z } from 'zod';
import { violation } from '../../../problems.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { AppError, faultAt } from '../../core/errors.ts';
import { rulesToCreate } from '../../core/noun/fields.ts';
import { valid } from '../../core/noun/valid.ts';
import { requireMatch } from '../../core/version/require-version.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { MAX_VIEWS } from '../limits.ts';
import { SAVED_VIEW_FIELDS, type ViewedList } from './fields.ts';
import { type SavedView, VIEW_COLUMNS } from './list-views.ts';
import { ownerOf, type Sharing } from './owner-of.ts';

const SaveView = z.strictObject(rulesToCreate(SAVED_VIEW_FIELDS));

interface ViewInput {
  list: ViewedList;
  name: string;
  search: string;
  ifMatch?: string | null | undefined;
}

/**
 * Saves a view for the person, or for everybody in the account. A view with the same name is replaced.
 *
 * @throws AppError `validation_error`, or `precondition_failed` if the view to replace has another version or
 * is gone
 */
export async function saveView(
  context: Context,
  sharing: Sharing,
  { ifMatch, ...given }: ViewInput,
): Promise<SavedView> {
  const { list, name, search } = valid(SaveView, given);
  const accountId = accountOf(context);
  const owner = ownerOf(context, sharing);
  return inOneTransaction(context, async ({ db }) => {
    // A change of the e-mail locks the person, then the account: in the other order, both would wait.
    // guard: view-person-first
    await db.$queryRaw`SELECT id FROM people WHERE account_id = ${accountId} AND id = ${owner} FOR KEY SHARE`;
    // Two at once could both take the last place, or replace the same version.
    // guard: view-lock
    await db.$queryRaw`SELECT id FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
    if (ifMatch != null) {
      const [replaced] = await db.$queryRaw<[SavedView?]>`
        SELECT ${VIEW_COLUMNS} FROM saved_views
        WHERE account_id = ${accountId} AND person_id IS NOT DISTINCT FROM ${owner}::bigint
          AND list = ${list} AND name = ${name}`;
      requireMatch(replaced?.version, ifMatch);
    }
    const [view] = await db.$queryRaw<[SavedView]>`
      INSERT INTO saved_views (account_id, person_id, list, name, search)
      VALUES (${accountId}, ${owner}, ${list}, ${name}, ${search})
      ON CONFLICT (account_id, person_id, list, name) DO UPDATE SET search = excluded.search
      RETURNING ${VIEW_COLUMNS}`;
    const [{ count }] = await db.$queryRaw<[{ count: number }]>`
      SELECT count(*)::int AS count FROM saved_views
      WHERE account_id = ${accountId} AND person_id IS NOT DISTINCT FROM ${owner}::bigint`;
    // guard: view-count
    if (count > MAX_VIEWS) {
      const wording = `cannot be saved: there are ${MAX_VIEWS} views already. Delete one first`;
      throw new AppError(faultAt('name', violation('too_many', wording, { max: MAX_VIEWS })));
    }
    return view;
  });
}
