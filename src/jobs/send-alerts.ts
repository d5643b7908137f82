import type { Sender } from '@provender/guarded-sender';
import type { Pool } from 'pg';
import { transact } from '../database/transact.ts';
import type { Logger } from '../log.ts';
import { alertWords, digestWords } from '../schema/alert/alert-words.ts';
import { type DueAlert, MAIL_LIMITED, settleAlert, takeAlerts } from '../schema/alert/due-alerts.ts';
import { findTrouble } from '../schema/alert/find-trouble.ts';
import type { Settings } from '../schema/context.ts';
import { alertSecret } from '../schema/secret/secret-box.ts';
import type { AttemptError } from '../schema/webhook/attempt-errors.ts';
import type { Mailer } from './send-mail.ts';

export interface AlertsOptions {
  pool: Pool;
  settings: Settings;
  sender: Pick<Sender, 'send'>;
  /** Undefined without a mail server. */
  mailer?: Mailer | undefined;
  log: Logger;
}

/** How many callbacks of an account are under way. */
const POSTS_AT_ONCE = 10;
/** A run ends after this time, and the next one sends the rest. */
const RUN_MS = 50_000;

/** The alerts of all accounts. */
export interface Alerts {
  /** Creates alerts for new problems, and sends those that are due. A recipient's failure is recorded, not thrown. */
  send(): Promise<void>;
}

/** Creates the sending of alerts. */
export function createAlerts({ pool, settings, sender, mailer, log }: AlertsOptions): Alerts {
  const hasMail = mailer !== undefined;

  async function find(): Promise<void> {
    await transact(pool, async (client) => {
      const { rows } = await client.query<{ taken: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtextextended('alerts', 0)) AS taken`,
      );
      if (rows[0]!.taken) await findTrouble(client, { disableAfter: settings.disableWebhooksAfter, hasMail });
    });
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

  async function finish(
    alert: DueAlert,
    posted: string | null | undefined,
    mailing: string | null | undefined,
  ): Promise<void> {
    const mailed = alert.mail ? mailing : undefined;
    const errors = [posted, mailed].filter((error) => typeof error === 'string');
    if (!alert.post && !alert.mail && alert.attempts === 1) errors.push('nobody to tell');
    await settleAlert(pool, alert, { isPosted: posted === null, isMailed: mailed === null, errors });
  }

  /** Returns null, the error, or undefined if there was nothing to post. */
  async function post({ accountId, id, body, post: to }: DueAlert): Promise<string | null | undefined> {
    if (!to) return undefined;
    try {
      const secrets = [settings.secrets.open(to.secret, alertSecret(accountId))];
      return (await sender.send({ url: to.url, body, webhookId: `alert_${id}`, secrets })).error;
    } catch (fault) {
      log.error({ err: fault }, 'an alert could not be signed');
      return 'signing_failed' satisfies AttemptError;
    }
  }

  /** Sends one mail with the alerts. Returns null, the error, or undefined if there was nothing to send. */
  async function mail(alerts: readonly DueAlert[]): Promise<string | null | undefined> {
    const [first] = alerts;
    if (!first?.mail || !mailer) return undefined;
    const { to } = first.mail;
    const publicUrl = settings.publicUrl?.() ?? '';
    if ((await settings.mayMail?.(to)) === false) return MAIL_LIMITED;
    const words = alerts.length === 1 ? alertWords(first, publicUrl) : digestWords(alerts, publicUrl);
    try {
      await mailer.send({ to, ...words, unsubscribe: `${publicUrl}/settings/webhooks` });
      return null;
    } catch (error) {
      log.warn({ err: error }, 'an alert could not be mailed');
      return 'mail_refused';
    }
  }

  return {
    async send() {
      await find();
      const endsAt = Date.now() + RUN_MS;
      for (;;) {
        const due = await takeAlerts(pool, hasMail);
        const byAccount = Map.groupBy(due, ({ accountId }) => accountId);
        await Promise.all(Array.from(byAccount.values(), deliver));
        if (due.length === 0 || Date.now() > endsAt) return;
      }
    },
  };
}
