import { z } from 'zod';
import { emailHash } from '../../core/audit/email-hash.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { linkTokenOf } from '../cell/link-token.ts';
import { callerOf, type Context, type Mail, visitOf } from '../../core/context.ts';
import { errorAt, fault } from '../../core/errors.ts';
import { mailWords, senderNotice } from './mail-words.ts';
import { email, text } from '../../core/noun/rules.ts';
import { tooManyGuesses } from '../session/count-guess.ts';
import { inDays } from '../session/open-session.ts';
import { hashOfToken, newToken } from '../session/token.ts';
import { valid } from '../../core/noun/valid.ts';
import { ROLES } from '../../core/caller/roles.ts';
import { INVITATION_DAYS, MAX_INVITATIONS } from '../limits.ts';
import { sendInBackground } from './send-mail.ts';

export const InvitePerson = z.strictObject({
  email: email.transform((value) => value.toLowerCase()),
  name: text(),
  role: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`),
});

/** A new invitation, and the link that accepts it. Only the hash of its token is stored. */
export interface NewInvitation {
  id: bigint;
  link: string;
  isMailed: boolean;
}

/**
 * Invites a person by a link, which is mailed if there is a mail server and the address has not got too many
 * mails. It replaces an earlier invitation of the same address.
 *
 * @throws AppError `validation_error`, `quota_exceeded`, or `rate_limited` with `retryAfter`
 */
export async function invitePerson(context: Context, input: unknown): Promise<NewInvitation> {
  const { accountId } = callerOf(context);
  const person = valid(InvitePerson, input);
  const { retryAfter } = await visitOf(context).guesses.take({ invitation: String(accountId) });
  // guard: invitation-limit
  if (retryAfter !== null) throw tooManyGuesses(retryAfter);
  const token = newToken();
  const { id, company } = await inAuditedTransaction(
    context,
    async (inside) => {
      const { db: tx } = inside;
      // With the lock, invitations that race are counted one after another.
      const [account] = await tx.$queryRaw<[{ name: string }]>`
        SELECT name FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
      const holder = await tx.person.findFirst({
        where: { accountId, email: person.email },
        select: { id: true },
      });
      // guard: invited-person
      if (holder) {
        const values = { id: Number(holder.id) };
        throw errorAt('email', 'email_taken', 'belongs to a person of this account', values);
      }
      await tx.invitation.deleteMany({
        where: { accountId, OR: [{ email: person.email }, { expiresAt: { lte: new Date() } }] },
      });
      // guard: invitation-count
      if ((await tx.invitation.count({ where: { accountId } })) >= MAX_INVITATIONS) {
        throw fault(
          'too_many_invitations',
          `An account can have at most ${MAX_INVITATIONS} open invitations. Revoke one, or wait until it is accepted`,
          null,
          { max: MAX_INVITATIONS },
        );
      }
      const { id } = await tx.invitation.create({
        data: { accountId, ...person, tokenHash: hashOfToken(token), expiresAt: inDays(INVITATION_DAYS) },
        select: { id: true },
      });
      return { id, company: account.name };
    },
    ({ id }) => ({
      action: 'person.invited',
      details: {
        ...emailHash(person.email),
        invitation: String(id),
        personName: person.name,
        role: person.role,
      },
    }),
  );
  // Browsers send no fragment, so the token is in no log.
  const link = `${context.settings.publicUrl?.() ?? ''}/settings/invitation#${linkTokenOf(context, token)}`;
  const mail = invitationMail(person.email, company, link);
  return { id, link, isMailed: await sendInBackground(context, mail, { accountId }) };
}

function invitationMail(to: string, company: string, link: string): Mail {
  return {
    to,
    subject: 'You are invited to Provender',
    text: `${/* guard: invitation-mail-words */ mailWords(company)} invites you to its account on Provender.

Choose a password to accept:
${link}

The link is valid for ${INVITATION_DAYS} days and works once. If you did not expect it, ignore this mail.

${senderNotice(company)}
`,
  };
}
