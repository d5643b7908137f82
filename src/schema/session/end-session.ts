import { setCaller } from '../set-caller.ts';
import { accountOf, type Context, visitOf } from '../context.ts';
import { notFound } from '../errors.ts';
import { recordIdOf } from '../record-id.ts';

/**
 * Ends one of the account's sessions, possibly this one.
 *
 * @throws AppError `not_found`
 */
export async function endSession(context: Context, id: string): Promise<bigint> {
  const record = recordIdOf(id);
  const { count } = await context.db.session.deleteMany({
    where: { accountId: accountOf(context), id: record },
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

/** Ends every session of the account, including this one. Returns how many. */
export async function signOutEverywhere(context: Context): Promise<number> {
  const { count } = await context.db.session.deleteMany({
    where: { accountId: accountOf(context), expiresAt: { gt: new Date() } },
  });
  leave(context);
  return count;
}

function leave(context: Context): void {
  visitOf(context).forgetSession();
  setCaller(context, null);
}
