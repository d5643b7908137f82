import type { Pool } from 'pg';
import { batched } from '../../../database/batched.ts';
import type { Plan } from '../../core/caller/plans.ts';
import type { Caller } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { type Role, scopesOfRole } from '../../core/caller/roles.ts';
import { SESSION_DAYS } from '../limits.ts';
import { inDays } from './open-session.ts';
import { hashOfToken, isToken } from './token.ts';

const COLUMNS = `session.account_id, session.id, session.person_id, person.role, account.plan, account.time_zone,
           session.last_used_at < date_trunc('minute', now()) AS touch,
           session.expires_at < now() + interval '${SESSION_DAYS - 1} days' AS renew`;

/**
 * Reads the array through a subquery: with an array that it knows, the planner would plan each batch anew.
 */
const BY_TOKEN = {
  name: 'session-by-token',
  text: `
    SELECT asked.position, ${COLUMNS}
    FROM (SELECT $1::bytea[] AS hashes OFFSET 0) AS given, unnest(hashes) WITH ORDINALITY AS asked (hash, position)
    JOIN sessions session ON session.token_hash = asked.hash
    JOIN people person ON person.account_id = session.account_id AND person.id = session.person_id
    JOIN accounts account ON account.id = session.account_id
    WHERE session.expires_at > now() AND account.deleted_at IS NULL`,
};

const BY_ID = {
  name: 'session-by-id',
  text: `
    SELECT ${COLUMNS}
    FROM sessions session
    JOIN people person ON person.account_id = session.account_id AND person.id = session.person_id
    JOIN accounts account ON account.id = session.account_id
    WHERE session.account_id = $1 AND session.id = $2 AND session.expires_at > now()
      AND account.deleted_at IS NULL`,
};

const TOUCH = {
  name: 'touch-session',
  text: `
    UPDATE sessions SET last_used_at = date_trunc('minute', now()), expires_at = coalesce($3, expires_at)
    WHERE account_id = $1 AND id = $2`,
};

interface SessionRow {
  account_id: string;
  id: string;
  person_id: string;
  role: Role;
  plan: Plan;
  time_zone: string;
  touch: boolean;
  renew: boolean;
}

/** A valid session. */
export interface LiveSession {
  caller: Caller;
  /** The new expiry of the browser's cookie; null if it has not changed. */
  renewedUntil: Date | null;
}

export interface AuthenticateSession {
  /**
   * Returns the session with this token, or null. Nothing is cached, so that a session ends at once in every
   * process. Tokens that arrive together are looked up together: anyone can send unknown ones, before any
   * limit applies.
   */
  (token: string | undefined): Promise<LiveSession | null>;
  /**
   * Checks the session again during a long request, even if its token has changed.
   *
   * @throws AppError `unauthorized`
   */
  again(caller: Caller): Promise<Caller>;
}

/** Creates the function that looks up sessions and extends those in use. */
export function createAuthenticateSession(pool: Pool): AuthenticateSession {
  const lookUp = batched(async (hashes: readonly Buffer[]) => {
    const { rows } = await pool.query<SessionRow & { position: string }>({ ...BY_TOKEN, values: [hashes] });
    const byPosition = new Map(rows.map((row) => [Number(row.position), row]));
    return hashes.map((_, at) => byPosition.get(at + 1));
  });

  async function byToken(token: string | undefined): Promise<LiveSession | null> {
    if (!isToken(token)) return null;
    const row = await lookUp(Buffer.from(hashOfToken(token)));
    if (!row) return null;
    const renewedUntil = row.renew ? inDays(SESSION_DAYS) : null;
    if (row.touch || renewedUntil) touch(pool, row, renewedUntil);
    return { caller: callerOf(row), renewedUntil };
  }

  async function again({ accountId, sessionId }: Caller): Promise<Caller> {
    const { rows } = await pool.query<SessionRow>({ ...BY_ID, values: [accountId, sessionId] });
    if (!rows[0]) throw fault('session_ended', 'This session has ended');
    return callerOf(rows[0]);
  }

  return Object.assign(byToken, { again });
}

function callerOf(row: SessionRow): Caller {
  return {
    accountId: BigInt(row.account_id),
    plan: row.plan,
    timeZone: row.time_zone,
    sessionId: BigInt(row.id),
    personId: BigInt(row.person_id),
    role: row.role,
    scopes: scopesOfRole(row.role),
  };
}

/** Records the use of a session in the background: the request neither waits for it nor fails with it. */
function touch(pool: Pool, { account_id, id }: SessionRow, renewedUntil: Date | null): void {
  pool.query({ ...TOUCH, values: [account_id, id, renewedUntil] }).catch(() => {});
}
