import { z } from 'zod';
import { inTransaction } from '../../../database/connect.ts';
import { afterResponse } from '../../core/write/after-response.ts';
import { afterEnd } from '../../core/write/after-transaction.ts';
import { actorOf } from '../../core/audit/by-whom.ts';
import { type Actor } from '../../core/caller/actors.ts';
import { emailHash } from '../../core/audit/email-hash.ts';
import { logEntry } from '../../core/audit/log-entry.ts';
import { writeEntry } from '../../core/audit/write-entry.ts';
import { linkTokenOf } from '../cell/link-token.ts';
import { requireCellOfEmail } from '../cell/require-cell-of-email.ts';
import { type Context, type Mail, visitOf } from '../../core/context.ts';
import { email } from '../../core/noun/rules.ts';
import { subjectOf, tooManyGuesses } from '../session/count-guess.ts';
import { hashOfToken, newToken } from '../session/token.ts';
import { valid } from '../../core/noun/valid.ts';
import { sendInBackground } from './send-mail.ts';

/** How long a mailed link is valid. */
export const RESET_MINUTES = 30;

const RequestReset = z.strictObject({ email: email.transform((value) => value.toLowerCase()) });

/**
 * Mails a link to reset the password to the person with an e-mail address. Known and unknown addresses get
 * the same response after the same work, with or without a mail server: everything else happens after the
 * response.
 *
 * @throws AppError `validation_error`, `rate_limited` with `retryAfter`, and what {@link requireCellOfEmail}
 * throws
 */
export async function requestReset(context: Context, input: unknown): Promise<void> {
  const visit = visitOf(context);
  const { email } = valid(RequestReset, input);
  await requireCellOfEmail(context, visit, email);
  const { address, network } = visit;
  const { retryAfter } = await visit.guesses.take({
    // guard: reset-address
    reset: address,
    ...(network !== address && { resetNetwork: network }),
    // guard: reset-email
    resetEmail: subjectOf('email', email),
  });
  // guard: reset-limit
  if (retryAfter !== null) throw tooManyGuesses(retryAfter);
  const actor = actorOf({ ...context, caller: null });
  // Logged for every address, whether or not a person has it.
  logEntry(context.log(), 'password.reset_requested', { actor }, emailHash(email));
  if (!context.settings.mailer) return;
  await afterEnd(context, async (outside) => afterResponse(() => mailResetLink(outside, email, actor)));
}

async function mailResetLink(context: Context, email: string, actor: Actor): Promise<void> {
  const token = newToken();
  try {
    if (await storeReset(context, { email, token, actor })) {
      await sendInBackground(context, resetMail(email, linkOf(context, token)), 'stranger');
    }
  } catch (error) {
    context.log().error({ err: error }, 'a link to reset a password could not be stored');
  }
}

/** Stores the link, which replaces an older one. Returns whether the person exists. */
function storeReset(
  { db }: Context,
  { email, token, actor }: { email: string; token: string; actor: Actor },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // With the lock, a link cannot outlive a change of the address or the password.
    const [person] = await tx.$queryRaw<{ accountId: bigint; id: bigint }[]>`
      WITH person AS (
        SELECT account_id, person.id FROM people person JOIN accounts account ON account.id = account_id
        WHERE person.email = ${email}
          /* guard: reset-of-deleted */ AND account.deleted_at IS NULL /* end */ FOR SHARE OF person
      )
      INSERT INTO password_resets (account_id, person_id, token_hash, expires_at)
      SELECT account_id, id, ${hashOfToken(token)}::bytea, now() + make_interval(mins => ${RESET_MINUTES}::int)
      FROM person
      ON CONFLICT (account_id, person_id) DO UPDATE
      SET token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
      RETURNING account_id AS "accountId", person_id AS id`;
    if (!person) return false;
    const { accountId, id } = person;
    await writeEntry(tx, {
      accountId,
      action: 'password.reset_requested',
      actor,
      details: { person: String(id) },
    });
    return true;
  });
}

/** Browsers send no fragment, so the token is in no log. */
function linkOf(context: Context, token: string): string {
  return `${context.settings.publicUrl?.() ?? ''}/settings/reset-password#${linkTokenOf(context, token)}`;
}

function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Reset your password',
    text: `Someone asked to reset your password for Provender.

Choose a new password:
${link}

The link is valid for ${RESET_MINUTES} minutes and works once. If it was not you, ignore this mail: your password stays the same.
`,
  };
}
