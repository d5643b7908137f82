import { z } from 'zod';
import { hashPassword, isPassword, newPassword, triedPassword } from '../account/password.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { byId, callerOf, type Context, visitOf } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { endResets } from '../person/end-resets.ts';
import { valid } from '../../core/noun/valid.ts';
import { SESSION_DAYS } from '../limits.ts';
import { countGuess, subjectOf } from './count-guess.ts';
import { inDays } from './open-session.ts';
import { hashOfToken, isToken, newToken } from './token.ts';
import { wrongPassword } from './wrong-password.ts';

const ChangePassword = z.strictObject({ currentPassword: triedPassword, newPassword });

/**
 * Changes the password of the person. All their other sessions end, other browsers are forgotten, and this
 * session gets a new token; keys stay valid. Returns the id of the session.
 *
 * @throws AppError `validation_error`, also when the current password is wrong; `rate_limited` or
 * `service_unavailable` with `retryAfter`
 */
export async function changePassword(context: Context, input: unknown): Promise<bigint> {
  const visit = visitOf(context);
  const { accountId, sessionId = 0n, personId = 0n } = callerOf(context);
  const { currentPassword, newPassword } = valid(ChangePassword, input);
  const guessing = { known: subjectOf('session', String(sessionId)) };
  const { passwordHash } = await context.db.person.findUniqueOrThrow(byId(context, personId));
  await countGuess(visit, guessing, async () => {
    // guard: password-change-password
    if (!(await isPassword(currentPassword, passwordHash))) throw wrongPassword();
  });
  const newHash = await hashPassword(newPassword);
  const token = newToken();
  const expiresAt = inDays(SESSION_DAYS);
  const device = isToken(visit.deviceToken) ? hashOfToken(visit.deviceToken) : null;
  await inAuditedTransaction(
    context,
    async (inside) => {
      const { db: tx } = inside;
      const changed = await tx.$executeRaw`
        UPDATE people SET password_hash = ${newHash}
        WHERE account_id = ${accountId} AND id = ${personId} AND password_hash = ${passwordHash}`;
      // guard: password-change-race
      if (changed === 0) throw wrongPassword();
      // guard: password-change-sessions
      await tx.$executeRaw`
        DELETE FROM sessions WHERE account_id = ${accountId} AND person_id = ${personId} AND id <> ${sessionId}`;
      // guard: password-change-devices
      await tx.$executeRaw`
        DELETE FROM known_devices
        WHERE account_id = ${accountId} AND person_id = ${personId} AND token_hash IS DISTINCT FROM ${device}::bytea`;
      // guard: password-change-resets
      await endResets(tx, { accountId, personId });
      const renewed = await tx.$executeRaw`
        UPDATE sessions SET token_hash = ${hashOfToken(token)}, expires_at = ${expiresAt}
        WHERE account_id = ${accountId} AND id = ${sessionId}`;
      if (renewed === 0) throw fault('session_ended', 'This session has ended');
    },
    { action: 'password.changed' },
  );
  visit.keepSession(token, expiresAt);
  return sessionId;
}
