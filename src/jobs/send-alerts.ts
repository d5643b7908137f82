import type { Sender } from '@provender/guarded-sender';
import type { Pool } from 'pg';
import { transact } from '../database/transact.ts';
import type { Logger } from '../log.ts';
import { alertWords, digestWords } from '../schema/exchange/alert/alert-words.ts';
import {
  type DueAlert,
  MAIL_LIMITED,
  NO_RECIPIENT,
  recordAlertOutcome,
  takeAlerts,
} from '../schema/exchange/alert/due-alerts.ts';
import { findTrouble } from '../schema/exchange/alert/find-trouble.ts';
import type { AlertError } from '../schema/exchange/alert/types.ts';
import type { Settings } from '../schema/core/context.ts';
import { AppError } from '../schema/core/errors.ts';
import { alertSecret } from '../schema/core/secret/secret-box.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface AlertsOptions {
  pool: Pool;
  settings: Settings;
  sender: Pick<Sender, 'send'>;
  log: Logger;
}

/** The number of callbacks under way at a time for alerts of one account that were taken together. */
const POSTS_AT_ONCE = 10;
/** The number of accounts under way at a time: slow endpoints of fewer do not delay the alerts of others. */
const ACCOUNTS_AT_ONCE = 200;

/** The result of a post or a mail: null if it succeeded, undefined if there was nothing to send. */
type Sent = AlertError | null | undefined;

/** The alerts of all accounts. */
export interface Alerts {
  /**
   * Creates alerts for new problems, sends those that are due, and resolves when this has ended. A call
   * during a run makes it look again, and returns at once. A recipient's failure is recorded, not thrown.
   */
  send(): Promise<void>;
  /** Takes no more alerts, and waits for those under way. */
  stop(): Promise<void>;
}

/** Creates the sending of alerts. */
export function createAlerts({ pool, settings, sender, log }: AlertsOptions): Alerts {
  const { mailer } = settings;
  const hasMail = mailer !== undefined;
  const underWay = new Set<Promise<void>>();
  let isStopping = false;
  const send = oneAtATime(async (again) => {
    if (isStopping) return;
    await find();
    await startDue();
    // Other accounts may have alerts to send meanwhile, which do not wait for slow endpoints.
    await Promise.race([again, Promise.all(underWay)]);
  });

  async function find(): Promise<void> {
    await transact(pool, async (client) => {
      const { rows } = await client.query<{ taken: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtextextended('alerts', 0)) AS taken`,
      );
      if (rows[0]!.taken) await findTrouble(client, { disableAfter: settings.disableWebhooksAfter, hasMail });
    });
  }

  async function startDue(): Promise<void> {
    while (!isStopping) {
      while (underWay.size >= ACCOUNTS_AT_ONCE) await Promise.race(underWay);
      const due = await takeAlerts(pool, hasMail);
      if (due.length === 0) return;
      for (const alerts of Map.groupBy(due, ({ accountId }) => accountId).values()) {
        const delivery = deliver(alerts)
          .catch((error: unknown) => log.warn({ err: error }, 'alerts will be sent again'))
          .finally(() => underWay.delete(delivery));
        underWay.add(delivery);
      }
    }
  }

  /** Sends the alerts of one account: each as a callback, and all of them in one mail. */
  async function deliver(alerts: readonly DueAlert[]): Promise<void> {
    const mailing = mail(alerts.filter((alert) => alert.mail));
    const rest = alerts.values();
    await Promise.all(
      Array.from({ length: POSTS_AT_ONCE }, async () => {
        for (const alert of rest) await finish(alert, await post(alert), await mailing);
      }),
    );
  }

  async function finish(alert: DueAlert, posted: Sent, mailing: Sent): Promise<void> {
    const mailed = alert.mail ? mailing : undefined;
    const errors = [posted, mailed].filter((error) => typeof error === 'string');
    // guard: alert-recipient
    if (!alert.post && !alert.mail && !alert.isTold) errors.push(NO_RECIPIENT);
    await recordAlertOutcome(pool, alert, { isPosted: posted === null, isMailed: mailed === null, errors });
  }

  /** Returns null, the error, or undefined if there was nothing to post. */
  async function post({ accountId, id, body, post: to }: DueAlert): Promise<Sent> {
    if (!to) return undefined;
    try {
      const secrets = [settings.secrets.open(to.secret, alertSecret(accountId))];
      const { error } = await sender.send({ url: to.url, body, webhookId: `alert_${id}`, secrets });
      return error as AlertError | null;
    } catch (fault) {
      log.error({ err: fault }, 'an alert could not be signed');
      return 'signing_failed';
    }
  }

  /** Sends one mail with the alerts. Returns null, the error, or undefined if there was nothing to send. */
  async function mail(alerts: readonly DueAlert[]): Promise<Sent> {
    const [first] = alerts;
    if (!first?.mail || !mailer) return undefined;
    const { to, timeZone } = first.mail;
    const publicUrl = settings.publicUrl?.() ?? '';
    const words =
      alerts.length === 1 ? alertWords(first, publicUrl, timeZone) : digestWords(alerts, publicUrl, timeZone);
    try {
      const mail = await mailer.admit(to, { accountId: first.accountId });
      await mail.send({ ...words, unsubscribe: `${publicUrl}/settings/webhooks` });
      return null;
    } catch (error) {
      // guard: limited-alert-mail
      if (error instanceof AppError && error.code === 'rate_limited') return MAIL_LIMITED;
      log.warn({ err: error }, 'an alert could not be mailed');
      return 'mail_refused';
    }
  }

  return {
    send,
    async stop() {
      isStopping = true;
      // The job of a run ends at once, so that it is not left locked when an endpoint is slow.
      void send();
      await Promise.all(underWay);
    },
  };
}
