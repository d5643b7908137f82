import type { Tx } from '../../../database/connect.ts';
import type { Plan } from '../../core/caller/plans.ts';
import { type Caller, type Context, visitOf } from '../../core/context.ts';
import { type Role, scopesOfRole } from '../../core/caller/roles.ts';
import { setCaller } from '../../core/builder/set-caller.ts';
import { hashOfToken, isToken, newToken } from './token.ts';
import type { Visit } from '../../core/caller/visit.ts';
import { MAX_SESSIONS, SESSION_DAYS } from '../limits.ts';

const DEVICE_DAYS = 365;
const MAX_USER_AGENT = 200;
const MAX_DEVICES = 50;

/** A person, authenticated by the password with this hash. */
export interface PersonCredentials {
  accountId: bigint;
  id: bigint;
  passwordHash: string;
}

/** A stored session, and the tokens to set as cookies once it is committed. */
export interface OpenedSession {
  caller: Caller & { sessionId: bigint };
  token: string;
  expiresAt: Date;
  deviceToken: string;
  deviceExpiresAt: Date;
}

/**
 * Opens a session for a person who entered the password with this hash. The browser's previous session ends,
 * so that no token survives a change of user. Returns undefined if the password has changed since.
 */
export async function openSession(
  tx: Tx,
  visit: Visit,
  { accountId, id: personId, passwordHash }: PersonCredentials,
): Promise<OpenedSession | undefined> {
  const token = newToken();
  const expiresAt = inDays(SESSION_DAYS);
  const userAgent = visit.userAgent?.slice(0, MAX_USER_AGENT) ?? null;
  // With the lock, a racing password change either sees this session or is seen here, and each of several
  // concurrent sign-ins sees the sessions before it.
  const [opened] = await tx.$queryRaw<{ id: bigint; plan: Plan; role: Role }[]>`
    WITH person AS (
      SELECT account_id, id, role FROM people
      WHERE account_id = ${accountId} AND id = ${personId} AND password_hash = ${passwordHash} FOR NO KEY UPDATE
    ), opened AS (
      INSERT INTO sessions (account_id, person_id, token_hash, expires_at, user_agent)
      SELECT account_id, id, ${hashOfToken(token)}::bytea, ${expiresAt}::timestamptz, ${userAgent}::text
      FROM person RETURNING id
    )
    SELECT opened.id, account.plan, person.role
    FROM opened, person JOIN accounts account ON account.id = person.account_id`;
  if (!opened) return undefined;
  // After locking the person, as a password change does, so that the two cannot deadlock.
  if (isToken(visit.sessionToken)) {
    await tx.$executeRaw`DELETE FROM sessions WHERE token_hash = ${hashOfToken(visit.sessionToken)}`;
  }
  await tx.$executeRaw`
    DELETE FROM sessions WHERE account_id = ${accountId} AND id IN (
      SELECT id FROM sessions WHERE account_id = ${accountId} AND person_id = ${personId}
      ORDER BY id DESC OFFSET ${MAX_SESSIONS})`;
  const device = { deviceToken: newToken(), deviceExpiresAt: inDays(DEVICE_DAYS) };
  await knowDevice(tx, visit, { accountId, personId }, device);
  const caller = {
    accountId,
    plan: opened.plan,
    sessionId: opened.id,
    personId,
    role: opened.role,
    scopes: scopesOfRole(opened.role),
  };
  return { caller, token, expiresAt, ...device };
}

/** Sets the cookies of the session and makes it the caller of the rest of the request. */
export function enter(context: Context, opened: OpenedSession): bigint {
  const visit = visitOf(context);
  visit.keepSession(opened.token, opened.expiresAt);
  visit.keepDevice(opened.deviceToken, opened.deviceExpiresAt);
  setCaller(context, opened.caller);
  return opened.caller.sessionId;
}

/** Gives the browser a new token, which is valid for all people of the old one. */
async function knowDevice(
  tx: Tx,
  visit: Visit,
  { accountId, personId }: { accountId: bigint; personId: bigint },
  { deviceToken, deviceExpiresAt }: Pick<OpenedSession, 'deviceToken' | 'deviceExpiresAt'>,
): Promise<void> {
  const hash = hashOfToken(deviceToken);
  if (isToken(visit.deviceToken)) {
    await tx.$executeRaw`
      UPDATE known_devices SET token_hash = ${hash} WHERE token_hash = ${hashOfToken(visit.deviceToken)}`;
  }
  await tx.$executeRaw`
    INSERT INTO known_devices (account_id, person_id, token_hash, expires_at)
    VALUES (${accountId}, ${personId}, ${hash}, ${deviceExpiresAt})
    ON CONFLICT (account_id, person_id, token_hash) DO UPDATE SET expires_at = excluded.expires_at`;
  await tx.$executeRaw`
    DELETE FROM known_devices WHERE account_id = ${accountId} AND person_id = ${personId} AND token_hash IN (
      SELECT token_hash FROM known_devices WHERE account_id = ${accountId} AND person_id = ${personId}
      ORDER BY expires_at DESC, token_hash OFFSET ${MAX_DEVICES})`;
}

/** Returns the time a number of days from now. */
export function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}
