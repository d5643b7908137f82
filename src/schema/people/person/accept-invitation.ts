import { z } from 'zod';
import type { Db } from '../../../database/connect.ts';
import { isDuplicate } from '../../../database/duplicate.ts';
import { hashPassword, newPassword } from '../account/password.ts';
import { actorOf } from '../../core/audit/by-whom.ts';
import { inAuditedTransaction } from '../../core/audit/in-audited-transaction.ts';
import { writeRefusal } from '../../core/audit/write-entry.ts';
import { claimEmail } from '../cell/claim-email.ts';
import { emailTaken } from '../cell/directory.ts';
import { tokenOfLink } from '../cell/link-token.ts';
import { type Context, visitOf } from '../../core/context.ts';
import { AppError, errorAt, fault } from '../../core/errors.ts';
import { afterEnd } from '../../core/write/after-transaction.ts';
import { countGuess } from '../session/count-guess.ts';
import { enterSession, type OpenedSession, openSession } from '../session/open-session.ts';
import { hashOfToken, isToken } from '../session/token.ts';
import type { Visit } from '../../core/caller/visit.ts';
import { valid } from '../../core/noun/valid.ts';
import type { Role } from '../../core/caller/roles.ts';
import { MAX_PEOPLE } from '../limits.ts';

const token = z.string('must be a string');
const LinkInput = z.looseObject({ token });
const AcceptInvitation = z.strictObject({ token, password: newPassword });

/** An invitation as the page of its link shows it. */
export interface OpenInvitation {
  accountId: bigint;
  id: bigint;
  company: string;
  email: string;
  name: string;
  role: Role;
  expiresAt: Date;
}

/**
 * Returns the open invitation with the token of a link, or undefined.
 *
 * @throws AppError what {@link tokenOfLink} throws
 */
export function findInvitation(context: Context, given: string): Promise<OpenInvitation | undefined> {
  return readInvitation(context, tokenOfLink(context, given));
}

/**
 * Adds the invited person to the account, with the password they choose, and signs their browser in. Returns
 * the id of the session. An attempt reveals whether an address is taken, so it counts like a failed sign-up.
 *
 * @throws AppError `validation_error`, `quota_exceeded`, `rate_limited` or `service_unavailable` with
 * `retryAfter`, and what {@link tokenOfLink} throws
 */
export async function acceptInvitation(context: Context, input: unknown): Promise<bigint> {
  const token = tokenOfLink(context, valid(LinkInput, input).token);
  const invitation = await readInvitation(context, token);
  try {
    const { password } = valid(AcceptInvitation, input);
    const visit = visitOf(context);
    const { address, network } = visit;
    const subjects = { signUp: address, ...(network !== address && { signUpNetwork: network }) };
    const opened = await countGuess(visit, subjects, async () => {
      if (!token || !invitation) throw invalidInvitation();
      const passwordHash = await hashPassword(password);
      return acceptFor(context, visit, { accountId: invitation.accountId, token, passwordHash });
    });
    return enterSession(context, opened);
  } catch (error) {
    if (invitation && error instanceof AppError) await leaveRefusal(context, invitation);
    throw error;
  }
}

/** Leaves an entry in the audit log of the account, with the person as the invitation names them. */
async function leaveRefusal(context: Context, { accountId, id, name, role }: OpenInvitation): Promise<void> {
  const details = { invitation: String(id), personName: name, role };
  const entry = { accountId, action: 'invitation.refused', actor: actorOf(context), details } as const;
  await afterEnd(context, (outside) => writeRefusal(outside, entry));
}

async function readInvitation(
  { db }: Context,
  token: string | undefined,
): Promise<OpenInvitation | undefined> {
  if (!isToken(token)) return undefined;
  const [invitation] = await db.$queryRaw<OpenInvitation[]>`
    SELECT invitation.account_id AS "accountId", invitation.id, account.name AS company, invitation.email,
           invitation.name, invitation.role, invitation.expires_at AS "expiresAt"
    FROM invitations invitation JOIN accounts account ON account.id = invitation.account_id
    WHERE invitation.token_hash = ${hashOfToken(token)}
      /* guard: shown-invitation-expiry */ AND invitation.expires_at > now()
      /* guard: invitation-of-deleted */ AND account.deleted_at IS NULL`;
  return invitation;
}

interface Acceptance {
  accountId: bigint;
  token: string;
  passwordHash: string;
}

async function acceptFor(context: Context, visit: Visit, acceptance: Acceptance): Promise<OpenedSession> {
  const { accountId, passwordHash } = acceptance;
  try {
    const accepted = await inAuditedTransaction(
      context,
      async (inside) => {
        const { id, invitation } = await storePerson(inside.db, context, acceptance);
        const opened = (await openSession(inside.db, visit, { accountId, id, passwordHash }))!;
        const { name: personName, role } = invitation;
        return {
          opened,
          details: { invitation: String(invitation.id), person: String(id), personName, role },
        };
      },
      ({ opened: { caller }, details }) => ({
        accountId,
        actor: actorOf({ ...context, caller }),
        action: 'invitation.accepted',
        details,
      }),
    );
    return accepted.opened;
  } catch (error) {
    throw isDuplicate(error) ? emailTaken() : error;
  }
}

async function storePerson(
  tx: Db,
  context: Context,
  { accountId, token, passwordHash }: Acceptance,
): Promise<{ id: bigint; invitation: { id: bigint; name: string; role: Role } }> {
  // Locked in the same order as invitations, so that the two cannot deadlock.
  await tx.$executeRaw`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
  const [invitation] = await tx.$queryRaw<{ id: bigint; email: string; name: string; role: Role }[]>`
    DELETE FROM invitations
    WHERE account_id = ${accountId} AND token_hash = ${hashOfToken(token)}
      /* guard: invitation-expiry */ AND expires_at > now()
    RETURNING id, email, name, role`;
  // guard: invitation-token
  if (!invitation) throw invalidInvitation();
  const { id: _, ...person } = invitation;
  // guard: people-count
  if ((await tx.person.count({ where: { accountId } })) >= MAX_PEOPLE) {
    throw fault(
      'too_many_people',
      `An account can have at most ${MAX_PEOPLE} people. Ask an owner to remove one`,
      null,
      { max: MAX_PEOPLE },
    );
  }
  await claimEmail(tx, context.settings.directory, person.email);
  const { id } = await tx.person.create({
    data: { accountId, ...person, passwordHash },
    select: { id: true },
  });
  return { id, invitation };
}

function invalidInvitation(): AppError {
  return errorAt('token', 'link_ended', 'is no longer valid. Ask for a new invitation');
}
