import type { Pool } from 'pg';
import { IS_WORKING } from '../../people/account/is-working.ts';
import { type AlertError, ALERTS_PER_HOUR, type AlertType, type SUMMARY_ALERT, TEST_ALERT } from './types.ts';

/**
 * The number of alerts that a process takes at a time, and of one account: those of an hour with their
 * summary.
 */
const ALERTS_AT_ONCE = 200;
const AT_ONCE_OF_ACCOUNT = ALERTS_PER_HOUR + 1;
/** The time that a process has to send the alerts it took; then another process takes them. */
const LEASE = '2 minutes';
/** The pause of an alert that exceeds the limit of mails, in seconds, and the hours of its retries. */
const LIMITED_S = 600;
const LIMITED_HOURS = 24;
/** When a failed alert is sent again, in seconds after each attempt. */
const DELAYS_S = [60, 300, 1_800, 7_200];

/** An alert to send, and where to. */
export interface DueAlert {
  accountId: bigint;
  id: bigint;
  type: AlertType | typeof TEST_ALERT | typeof SUMMARY_ALERT;
  body: string;
  attempts: number;
  /** The URL to post the alert to, with the stored secret; null if it was posted, or is not wanted. */
  post: { url: string; secret: string } | null;
  /** The recipient of the mail; null if it was sent, or is not wanted. */
  mail: { to: string; timeZone: string } | null;
  /** Whether an earlier attempt posted or mailed the alert. */
  isTold: boolean;
}

interface DueAlertRow {
  account_id: string;
  id: string;
  type: DueAlert['type'];
  body: string;
  attempts: number;
  url: string | null;
  secret: string | null;
  email: string | null;
  time_zone: string;
  told: boolean;
}

/** The SQL condition of a test that was sent while the account rests after a restored backup. */
const IS_REQUESTED_TEST = `
  alerts.type = '${TEST_ALERT}' AND alerts.created_at > account.resting_since AND account.deleted_at IS NULL`;

const TAKE = {
  name: 'take-alerts',
  text: `
    WITH due AS (
      SELECT account_id, id FROM (
        SELECT account_id, id, row_number() OVER (PARTITION BY account_id ORDER BY id) AS turn
        FROM alerts WHERE status = 'pending' AND next_attempt_at <= now() AND EXISTS (
          SELECT FROM accounts account WHERE account.id = alerts.account_id
            /* guard: alerts-of-deleted */ AND (${IS_WORKING} OR ${IS_REQUESTED_TEST})
        )) AS waiting
      /* guard: alerts-of-account */ WHERE turn <= ${AT_ONCE_OF_ACCOUNT}
      ORDER BY /* guard: alert-turns */ turn, /* end */ id LIMIT ${ALERTS_AT_ONCE}
    )
    UPDATE alerts SET next_attempt_at = now() + interval '${LEASE}', attempts = attempts + 1
    FROM due JOIN accounts account ON account.id = due.account_id
      LEFT JOIN alert_settings settings ON settings.account_id = due.account_id
    WHERE alerts.account_id = due.account_id AND alerts.id = due.id
      AND status = 'pending' AND next_attempt_at <= now()
    RETURNING alerts.account_id, alerts.id, alerts.type, body, attempts, account.time_zone,
      CASE WHEN posted_at IS NULL THEN url END AS url, secret,
      CASE WHEN mailed_at IS NULL AND coalesce(by_mail, true) AND $1 THEN email END AS email,
      posted_at IS NOT NULL OR mailed_at IS NOT NULL AS told`,
};

/** Takes due alerts, at most as many per account as are sent in an hour. */
export async function takeAlerts(pool: Pick<Pool, 'query'>, hasMail: boolean): Promise<DueAlert[]> {
  const { rows } = await pool.query<DueAlertRow>({ ...TAKE, values: [hasMail] });
  return rows.map(({ account_id, id, type, body, attempts, url, secret, email, time_zone, told }) => ({
    accountId: BigInt(account_id),
    id: BigInt(id),
    type,
    body,
    attempts,
    post: url === null ? null : { url, secret: secret! },
    mail: email === null ? null : { to: email, timeZone: time_zone },
    isTold: told,
  }));
}

/** The error of an alert whose address has had its mails of the hour. */
export const MAIL_LIMITED = 'mail_limited' satisfies AlertError;
/** The error of an alert for which there is neither a URL nor an address. It is not tried again. */
export const NO_RECIPIENT = 'no_recipient' satisfies AlertError;

/** The result of an attempt: the parts that succeeded, and the errors of the others. */
export interface AlertResult {
  isPosted: boolean;
  isMailed: boolean;
  errors: AlertError[];
}

/**
 * Records an attempt. A failed part is retried up to four times, a successful one is not repeated. Waiting
 * for the limit of mails is no failure.
 */
export async function recordAlertOutcome(
  pool: Pick<Pool, 'query'>,
  { accountId, id, attempts }: DueAlert,
  { isPosted, isMailed, errors }: AlertResult,
): Promise<void> {
  const isLimited = errors.length > 0 && errors.every((error) => error === MAIL_LIMITED);
  const delay = isLimited ? LIMITED_S : DELAYS_S[attempts - 1];
  const retried = delay === undefined || errors.includes(NO_RECIPIENT) ? 'failed' : 'pending';
  await pool.query(
    `UPDATE alerts SET error = $4, next_attempt_at = now() + make_interval(secs => $5),
       status = CASE WHEN $8 AND created_at < now() - interval '${LIMITED_HOURS} hours' THEN 'failed' ELSE $3 END,
       attempts = CASE WHEN $8 THEN attempts - 1 ELSE attempts END,
       posted_at = CASE WHEN $6 THEN now() ELSE posted_at END, mailed_at = CASE WHEN $7 THEN now() ELSE mailed_at END
     WHERE account_id = $1 AND id = $2 AND status = 'pending'`,
    [
      accountId,
      id,
      errors.length === 0 ? 'sent' : retried,
      errors.length === 0 ? null : errors.join(', '),
      delay ?? 0,
      isPosted,
      isMailed,
      isLimited,
    ],
  );
}
