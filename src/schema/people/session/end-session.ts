import { afterCommit } from '../../core/write/after-transaction.ts';
import { setCaller } from '../../core/builder/set-caller.ts';
import { callerOf, type Context, visitOf } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';

/**
 * Ends one of the person's sessions, possibly this one.
 *
 * @throws AppError `not_found`
 */
export async function endSession(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  const { count } = await context.db.session.deleteMany({
    where: { ...ownSessions(context), id: record },
  });
  if (count === 0) throw notFound('session');
  if (record === context.caller!.sessionId) leave(context);
  return record;
}

/** Ends this session. */
export async function signOut(context: Context): Promise<void> {
  const { accountId, sessionId } = context.caller!;
  await context.db.session.deleteMany({ where: { accountId, id: sessionId! } });
  leave(context);
}

/** Ends every session of the person, including this one. Returns how many. */
export async function signOutEverywhere(context: Context): Promise<number> {
  const { count } = await context.db.session.deleteMany({
    where: { ...ownSessions(context), expiresAt: { gt: new Date() } },
  });
  leave(context);
  return count;
}

/** Returns the condition for the sessions of the person who is signed in. */
export function ownSessions(context: Context): { accountId: bigint; personId: bigint } {
  const { accountId, personId = 0n } = callerOf(context);
  return { accountId, personId };
}

/** Removes the caller from the rest of the request, after the end of the session is committed. */
export function leave(context: Context): void {
  afterCommit(context, () => {
    visitOf(context).forgetSession();
    setCaller(context, null);
  });
}
