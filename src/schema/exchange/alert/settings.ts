import { newSecret } from '@provender/guarded-sender/signature';
import { z } from 'zod';
import { Prisma } from '../../../generated/prisma/client.ts';
import { accountOf, callerOf, type Context } from '../../core/context.ts';
import { errorAt } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { alertSecret } from '../../core/secret/secret-box.ts';
import { valid } from '../../core/noun/valid.ts';
import { callbackUrl } from '../webhook/callback-url.ts';
import { ADD_ALERT_JOB } from '../../core/event/alert-job.ts';
import { requireAlertScopes } from './readable-alerts.ts';
import { sentInHour } from './sent-in-hour.ts';
import { ALERT_TYPES, ALERTS_PER_HOUR, type AlertType, TEST_ALERT } from './types.ts';

/** The recipients of an account's alerts. */
export interface AlertSettings {
  url: string | null;
  byMail: boolean;
  /** The types of alerts that are not sent. */
  muted: string[];
}

/** Settings with a new secret; null if the secret has not changed, or there is no URL. */
export interface RevealedSettings {
  settings: AlertSettings;
  secret: string | null;
}

const SENT = Prisma.raw(sentInHour('account.id'));

const DEFAULTS: AlertSettings = { url: null, byMail: true, muted: [] };

function rules(allowPrivateNetworks: boolean) {
  return z.strictObject({
    url: callbackUrl(allowPrivateNetworks).nullish(),
    byMail: z.boolean().optional(),
    muted: z
      .array(z.enum(ALERT_TYPES, { error: `must be among ${ALERT_TYPES.join(', ')}` }))
      .max(ALERT_TYPES.length, `must be at most ${ALERT_TYPES.length} alerts`)
      .optional(),
  });
}

/** Returns the settings of the account. */
export async function readAlertSettings({ db, ...context }: Context): Promise<AlertSettings> {
  const [stored] = await db.$queryRaw<AlertSettings[]>`
    SELECT url, by_mail AS "byMail", muted FROM alert_settings WHERE account_id = ${accountOf(context)}`;
  return stored ?? DEFAULTS;
}

/**
 * Changes the settings of the input. A first URL gets a secret; null removes the URL with its secret. A
 * caller who sets a URL, or has more posted to it, needs the scopes for its content.
 *
 * @throws AppError `validation_error`, `insufficient_scope`
 */
export async function updateAlertSettings(context: Context, input: unknown): Promise<RevealedSettings> {
  const { url, byMail, muted } = valid(rules(context.settings.allowPrivateCallbacks), input);
  const accountId = accountOf(context);
  return inOneTransaction(context, async (inside) => {
    await inside.db.$executeRaw`
      INSERT INTO alert_settings (account_id) VALUES (${accountId}) ON CONFLICT DO NOTHING`;
    const [held] = await inside.db.$queryRaw<[AlertSettings]>`
      SELECT url, by_mail AS "byMail", muted FROM alert_settings WHERE account_id = ${accountId} FOR UPDATE`;
    const settings = {
      url: url === undefined ? held.url : url,
      byMail: byMail ?? held.byMail,
      muted: muted ?? held.muted,
    };
    if (settings.url !== null) {
      const hadBefore = (type: AlertType) => settings.url === held.url && !held.muted.includes(type);
      const posted = ALERT_TYPES.filter((type) => !settings.muted.includes(type));
      requireAlertScopes(
        callerOf(context),
        posted.filter((type) => !hadBefore(type)),
      );
    }
    const secret = settings.url !== null && held.url === null ? newSecret() : null;
    const sealed = secret && context.settings.secrets.seal(secret, alertSecret(accountId));
    await inside.db.$executeRaw`
      UPDATE alert_settings SET url = ${settings.url}, by_mail = ${settings.byMail},
        muted = ${[...new Set(settings.muted)]},
        secret = CASE WHEN ${settings.url}::text IS NULL THEN NULL ELSE coalesce(${sealed}, secret) END
      WHERE account_id = ${accountId}`;
    return { settings, secret };
  });
}

/**
 * Replaces the secret that signs alerts, at once.
 *
 * @throws AppError `validation_error` without a URL
 */
export async function rotateAlertSecret(context: Context): Promise<RevealedSettings> {
  const accountId = accountOf(context);
  const secret = newSecret();
  const sealed = context.settings.secrets.seal(secret, alertSecret(accountId));
  const [settings] = await context.db.$queryRaw<AlertSettings[]>`
    UPDATE alert_settings SET secret = ${sealed} WHERE account_id = ${accountId} AND url IS NOT NULL
    RETURNING url, by_mail AS "byMail", muted`;
  if (!settings) throw errorAt('url', 'no_url', 'must be set before its secret is rotated');
  return { settings, secret };
}

/** Sends a test alert to the URL and the e-mail address, within the limit per hour. Returns its id. */
export async function sendTestAlert(context: Context): Promise<bigint> {
  const accountId = accountOf(context);
  return inOneTransaction(context, async ({ db }) => {
    const [{ id }] = await db.$queryRaw<[{ id: bigint }]>`
      INSERT INTO alerts (account_id, type, subject, level, is_open, body, status)
      SELECT account.id, ${TEST_ALERT}, '', 0, false,
             json_build_object('alert', ${TEST_ALERT}::text, 'timestamp', iso_utc(now()),
                               'data', json_build_object())::text,
             CASE WHEN ${SENT} >= ${ALERTS_PER_HOUR} THEN 'withheld' ELSE 'pending' END
      FROM (SELECT ${accountId}::bigint AS id) AS account
      RETURNING id`;
    await db.$executeRawUnsafe(ADD_ALERT_JOB);
    return id;
  });
}
