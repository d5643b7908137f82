import type { Pool } from 'pg';
import type { Plan } from '../account/plans.ts';
import { SCOPES } from '../api-key/scopes.ts';
import type { Caller } from '../context.ts';
import { fault } from '../errors.ts';
import { inDays, SESSION_DAYS } from './open-session.ts';
import { hashOfToken, isToken } from './token.ts';

const COLUMNS = `
    SELECT session.account_id, session.id, account.plan,
           session.last_used_at < date_trunc('minute', now()) AS touch,
           session.expires_at < now() + interval '${SESSION_DAYS - 1} days' AS renew
    FROM sessions session JOIN accounts account ON account.id = session.account_id`;

const BY_TOKEN = {
  name: 'session-by-token',
  text: `${COLUMNS} WHERE session.token_hash = $1 AND session.expires_at > now()`,
};

const BY_ID = {
  name: 'session-by-id',
  text: `${COLUMNS} WHERE session.account_id = $1 AND session.id = $2 AND session.expires_at > now()`,
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
  plan: Plan;
  touch: boolean;
  renew: boolean;
}

/** A session that lives. */
export interface LiveSession {
  caller: Caller;
  /** Until when its browser shall keep it; null unless that has moved. */
  renewedUntil: Date | null;
}

export interface AuthenticateSession {
  /** Who sends this token, if anybody: nothing is cached, so that a session ends at once in every process. */
  (token: string | undefined): Promise<LiveSession | null>;
  /** The same again for a request that goes on, whatever token the session has by now. @throws AppError `unauthorized` */
  again(caller: Caller): Promise<Caller>;
}

/** Looks sessions up, and has those that are used live on. */
export function createAuthenticateSession(pool: Pool): AuthenticateSession {
  async function byToken(token: string | undefined): Promise<LiveSession | null> {
    if (!isToken(token)) return null;
    const { rows } = await pool.query<SessionRow>({ ...BY_TOKEN, values: [hashOfToken(token)] });
    const [row] = rows;
    if (!row) return null;
    const renewedUntil = row.renew ? inDays(SESSION_DAYS) : null;
    if (row.touch || renewedUntil) touch(pool, row, renewedUntil);
    return { caller: callerOf(row), renewedUntil };
  }

  async function again({ accountId, sessionId }: Caller): Promise<Caller> {
    const { rows } = await pool.query<SessionRow>({ ...BY_ID, values: [accountId, sessionId] });
    if (!rows[0]) throw fault('unauthorized', 'this session has ended');
    return callerOf(rows[0]);
  }

  return Object.assign(byToken, { again });
}

function callerOf({ account_id, id, plan }: SessionRow): Caller {
  return { accountId: BigInt(account_id), plan, sessionId: BigInt(id), scopes: new Set(SCOPES) };
}

/** Remembers the use of a session beside the request: it neither waits for this nor fails by it. */
function touch(pool: Pool, { account_id, id }: SessionRow, renewedUntil: Date | null): void {
  pool.query({ ...TOUCH, values: [account_id, id, renewedUntil] }).catch(() => {});
}
