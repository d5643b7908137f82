import type { Sender } from '@provender/guarded-sender';
import type { Pool } from 'pg';
import { transact } from '../database/transact.ts';
import type { Logger } from '../log.ts';
import { alertWords } from '../schema/alert/alert-words.ts';
import { type AlertResult, type DueAlert, settleAlert, takeAlerts } from '../schema/alert/due-alerts.ts';
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

/** The alerts of all accounts. */
export interface Alerts {
  /** Creates alerts for new problems, and sends those that are due. A recipient's failure is recorded, not thrown. */
  send(): Promise<void>;
}

/** Creates the sending of alerts: at most 50 at a time, five of one account. */
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

  async function deliver(alert: DueAlert): Promise<void> {
    const [posted, mailed] = await Promise.all([post(alert), mail(alert)]);
    const errors = [posted, mailed].filter((error) => typeof error === 'string');
    if (!alert.post && !alert.mail && alert.attempts === 1) errors.push('nobody to tell');
    const result: AlertResult = {
      isPosted: posted === null,
      isMailed: mailed === null,
      error: errors.length > 0 ? errors.join(', ') : null,
    };
    await settleAlert(pool, alert, result);
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

  /** Returns the same for mail. */
  async function mail(alert: DueAlert): Promise<string | null | undefined> {
    if (!alert.mail || !mailer) return undefined;
    const publicUrl = settings.publicUrl?.() ?? '';
    if ((await settings.mayMail?.(alert.mail.to)) === false) return 'mail_limited';
    try {
      await mailer.send({
        to: alert.mail.to,
        ...alertWords(alert, publicUrl),
        unsubscribe: `${publicUrl}/settings/webhooks`,
      });
      return null;
    } catch (error) {
      log.warn({ err: error }, 'an alert could not be mailed');
      return 'mail_refused';
    }
  }

  return {
    async send() {
      await find();
      await Promise.all((await takeAlerts(pool, hasMail)).map(deliver));
    },
  };
}
