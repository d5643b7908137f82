import { z } from 'zod';
import { isPassword, triedPassword } from '../account/password.ts';
import { actorOf } from '../../core/audit/by-whom.ts';
import { emailHash } from '../../core/audit/email-hash.ts';
import { writeRefusalLater } from '../../core/audit/write-entry.ts';
import { requireCellOfEmail } from '../cell/require-cell-of-email.ts';
import { type Context, visitOf } from '../../core/context.ts';
import { type AppError, fault } from '../../core/errors.ts';
import { text } from '../../core/noun/rules.ts';
import { openWithCode } from '../second-factor/open-with-code.ts';
import { triedCode } from '../second-factor/spend-code.ts';
import { valid } from '../../core/noun/valid.ts';
import { countGuess, subjectOf } from './count-guess.ts';
import { enterSession, type PersonCredentials } from './open-session.ts';
import { hashOfToken, isToken } from './token.ts';
import type { Visit } from '../../core/caller/visit.ts';

const SignIn = z.strictObject({
  email: text().transform((value) => value.toLowerCase()),
  password: triedPassword,
  code: triedCode.nullish(),
});

/**
 * Signs a browser in, with a code if the person has a second factor, and returns the id of the session. Known
 * and unknown e-mail addresses get the same response after the same work. Wrong passwords are counted;
 * browsers that signed in before have their own window, so that strangers cannot lock them out.
 *
 * @throws AppError `unauthorized`, `rate_limited` or `service_unavailable` with `retryAfter`,
 * `validation_error`, and what {@link requireCellOfEmail} throws
 */
export async function signIn(context: Context, input: unknown): Promise<bigint> {
  const visit = visitOf(context);
  const { email, password, code } = valid(SignIn, input);
  const isOwnCell = await requireCellOfEmail(context, visit, email);
  const person = await findByEmail(context, visit, email);
  const candidate = await countGuess(visit, guessingOf(visit, email, person), async () => {
    const isRight = await isPassword(password, person?.passwordHash);
    if (person && !isRight) await noteRefusedSignIn(context, person);
    if (!person || /* guard: sign-in-password */ !isRight) throw wrong(isOwnCell);
    return person;
  });
  const opened = await openWithCode(context, candidate, code ?? undefined, emailHash(email));
  if (!opened) throw wrong(isOwnCell);
  return enterSession(context, opened);
}

interface SignInCandidate extends PersonCredentials {
  /**
   * The id of this browser's row, which stays the same when its token changes; null for unrecognized
   * browsers.
   */
  knownDeviceId: bigint | null;
}

async function findByEmail(
  context: Context,
  visit: Visit,
  email: string,
): Promise<SignInCandidate | undefined> {
  const device = isToken(visit.deviceToken) ? hashOfToken(visit.deviceToken) : null;
  const [person] = await context.db.$queryRaw<SignInCandidate[]>`
    SELECT account_id AS "accountId", people.id, password_hash AS "passwordHash",
           (SELECT device.id FROM known_devices device
            WHERE device.account_id = people.account_id /* guard: device-person */ AND device.person_id = people.id
              AND device.token_hash = ${device}::bytea
              /* guard: device-expiry */ AND device.expires_at > now() /* end */) AS "knownDeviceId"
    FROM people JOIN accounts account ON account.id = account_id
    WHERE people.email = ${email} /* guard: sign-in-deleted */ AND account.deleted_at IS NULL`;
  return person;
}

/** Returns the rate-limit windows in which an attempt counts. */
function guessingOf({ address, network }: Visit, email: string, person: SignInCandidate | undefined) {
  const device = person?.knownDeviceId ?? null;
  if (device !== null) return { known: subjectOf('device', String(device)) };
  return {
    pair: subjectOf('pair', email, address),
    // guard: guesses-of-address
    address,
    // For IPv4 both are the same, and the narrower window is enough.
    // guard: guesses-of-network
    ...(network !== address && { network }),
    // guard: guesses-of-email
    email: subjectOf('email', email),
  };
}

/** Writes the attempt to the audit log of the account, after the response. */
function noteRefusedSignIn(context: Context, { accountId, id }: SignInCandidate): Promise<void> {
  const actor = actorOf({ ...context, caller: null });
  return writeRefusalLater(context, {
    accountId,
    action: 'session.refused',
    actor,
    details: { person: String(id) },
  });
}

function wrong(isOwnCell: boolean): AppError {
  const otherwise = isOwnCell ? '' : ', or the account is not available at the moment. Try again later';
  return fault('wrong_credentials', `Incorrect e-mail or password${otherwise}`);
}
