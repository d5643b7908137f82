import { callerOf, type Context, sessionNeeded } from '../../core/context.ts';

/** Whether a view belongs to one person, or is shared with everybody in the account. */
export type Sharing = 'own' | 'shared';

/**
 * Returns the person whose views are requested; null for shared views.
 *
 * @throws AppError `insufficient_scope` for an API key, which has no views of its own
 */
export function ownerOf(context: Context, sharing: Sharing): bigint | null {
  if (sharing === 'shared') return null;
  const { personId } = callerOf(context);
  if (personId === undefined) throw sessionNeeded();
  return personId;
}
