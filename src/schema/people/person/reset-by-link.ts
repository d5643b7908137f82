import { z } from 'zod';
import { hashPassword, newPassword } from '../account/password.ts';
import { actorOf } from '../../core/audit/by-whom.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { tokenOfLink } from '../cell/link-token.ts';
import { type Context, visitOf } from '../../core/context.ts';
import { type AppError, fault } from '../../core/errors.ts';
import { countGuess } from '../session/count-guess.ts';
import { hashOfToken, isToken } from '../session/token.ts';
import { valid } from '../../core/noun/valid.ts';

const ResetByLink = z.strictObject({ token: z.string('must be a string'), newPassword });

/** A valid link, and the person whose password it resets. */
interface Reset {
  accountId: bigint;
  personId: bigint;
}

/**
 * Sets a new password for the person with the mailed link, which works once. Ends all their sessions and
 * forgets their known browsers; opens no session.
 *
 * @throws AppError `validation_error`, `rate_limited` or `service_unavailable` with `retryAfter`, and what
 * {@link tokenOfLink} throws
 */
export async function resetByLink(context: Context, input: unknown): Promise<void> {
  const visit = visitOf(context);
  const { token: given, newPassword } = valid(ResetByLink, input);
  const token = tokenOfLink(context, given);
  const { address, network } = visit;
  const guessing = { /* guard: reset-guesses */ address, ...(network !== address && { network }) };
  await countGuess(visit, guessing, async () => {
    const reset = await findReset(context, token);
    if (!token || !reset) throw invalidResetLink();
    const passwordHash = await hashPassword(newPassword);
    await storePassword(context, { ...reset, token, passwordHash });
  });
}

async function findReset({ db }: Context, token: string | undefined): Promise<Reset | undefined> {
  if (!isToken(token)) return undefined;
  const [reset] = await db.$queryRaw<Reset[]>`
    SELECT reset.account_id AS "accountId", reset.person_id AS "personId"
    FROM password_resets reset JOIN accounts account ON account.id = reset.account_id
    WHERE reset.token_hash = ${hashOfToken(token)} AND reset.expires_at > now()
      /* guard: reset-link-of-deleted */ AND account.deleted_at IS NULL`;
  return reset;
}

function storePassword(
  context: Context,
  { accountId, personId, token, passwordHash }: Reset & { token: string; passwordHash: string },
): Promise<void> {
  return inAuditedTransaction(
    context,
    async (inside) => {
      const { db: tx } = inside;
      const where = { accountId, personId };
      // The person is locked first, as in other changes, so that two cannot deadlock.
      await tx.$executeRaw`
        UPDATE people SET password_hash = ${passwordHash} WHERE account_id = ${accountId} AND id = ${personId}`;
      const used = await tx.$executeRaw`
        DELETE FROM password_resets
        WHERE account_id = ${accountId} AND person_id = ${personId} AND token_hash = ${hashOfToken(token)}
          /* guard: used-reset-expiry */ AND expires_at > now()`;
      // guard: used-reset
      if (used === 0) throw invalidResetLink();
      // guard: reset-sessions
      await tx.session.deleteMany({ where });
      // guard: reset-devices
      await tx.knownDevice.deleteMany({ where });
    },
    {
      accountId,
      action: 'password.reset',
      actor: actorOf({ ...context, caller: null }),
      details: { person: String(personId) },
    },
  );
}

function invalidResetLink(): AppError {
  return fault('link_ended', 'The link is no longer valid. Request a new one', 'token');
}
