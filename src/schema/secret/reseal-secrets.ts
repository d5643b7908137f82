import type { Pool, PoolClient } from 'pg';
import {
  alertSecret,
  idempotentResponse,
  secondFactorSecret,
  type SecretBox,
  webhookSecret,
} from './secret-box.ts';

const SECRET_BATCH = 200;
/** Matches the condition of a partial index, which finds these few rows among all idempotent responses. */
const HOLDS_SECRET = `(body LIKE '%whsec\\_%' OR body LIKE 'sealed:%')`;

/** Which rows to rewrite: those in plain text, or also those encrypted with another key than the first. */
export type Which = 'plain' | 'outdated';

/**
 * Encrypts stored secrets with the first key of `box`, in short transactions, and returns how many rows it rewrote.
 * Rows are locked while they are rewritten, so several processes can do this at once, during rotations and new
 * webhooks.
 *
 * @throws Error when a secret cannot be decrypted
 */
export async function resealSecrets(pool: Pool, box: SecretBox, which: Which): Promise<number> {
  if (box.prefix === undefined) return 0;
  const current = which === 'plain' ? 'sealed:' : box.prefix;
  let count = 0;
  for (const reseal of [resealWebhooks, resealEarlier, resealAlerts, resealSecondFactors, resealResponses]) {
    count += await reseal(pool, box, current);
  }
  return count;
}

/**
 * Returns the ids of the keys that stored secrets are encrypted with. Reads every webhook and the idempotent responses
 * that contain a secret: run it once per start, not per request.
 */
export async function usedKeyIds(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(`
    SELECT DISTINCT split_part(text, ':', 3) AS id FROM (
      SELECT secret AS text FROM webhook_subscriptions
      UNION ALL SELECT previous_secret FROM webhook_subscriptions
      UNION ALL SELECT secret FROM webhook_earlier_secrets
      UNION ALL SELECT secret FROM alert_settings
      UNION ALL SELECT secret FROM second_factors
      UNION ALL SELECT left(body, 100) FROM idempotency_keys WHERE ${HOLDS_SECRET}
    ) AS stored WHERE starts_with(text, 'sealed:')`);
  return rows.map(({ id }) => id);
}

interface WebhookRow {
  account_id: string;
  id: string;
  secret: string;
  previous_secret: string | null;
}

/** In the order of ids, like the worker, so that the two cannot deadlock. */
async function resealWebhooks(pool: Pool, box: SecretBox, current: string): Promise<number> {
  return inBatches<WebhookRow>(pool, async (client, after) => {
    const { rows } = await client.query<WebhookRow>(
      `SELECT account_id, id, secret, previous_secret FROM webhook_subscriptions
       WHERE id > $1 AND NOT (starts_with(secret, $2) AND starts_with(coalesce(previous_secret, $2), $2))
       ORDER BY id LIMIT ${SECRET_BATCH} FOR NO KEY UPDATE`,
      [after?.id ?? 0, current],
    );
    const reseal = ({ account_id, id }: WebhookRow, stored: string | null) => {
      const place = webhookSecret(account_id, id);
      return stored && box.seal(box.open(stored, place), place);
    };
    await client.query(
      `UPDATE webhook_subscriptions webhook SET secret = new.secret, previous_secret = new.previous_secret
       FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS new (account_id, id, secret, previous_secret)
       WHERE webhook.account_id = new.account_id AND webhook.id = new.id`,
      [
        rows.map((row) => row.account_id),
        rows.map((row) => row.id),
        rows.map((row) => reseal(row, row.secret)),
        rows.map((row) => reseal(row, row.previous_secret)),
      ],
    );
    return rows;
  });
}

interface EarlierRow {
  account_id: string;
  subscription_id: string;
  id: string;
  secret: string;
}

async function resealEarlier(pool: Pool, box: SecretBox, current: string): Promise<number> {
  return inBatches<EarlierRow>(pool, async (client, after) => {
    const { rows } = await client.query<EarlierRow>(
      `SELECT account_id, subscription_id, id, secret FROM webhook_earlier_secrets
       WHERE (account_id, subscription_id, id) > ($1, $2, $3) AND NOT starts_with(secret, $4)
       ORDER BY account_id, subscription_id, id LIMIT ${SECRET_BATCH} FOR NO KEY UPDATE`,
      [after?.account_id ?? 0, after?.subscription_id ?? 0, after?.id ?? 0, current],
    );
    await client.query(
      `UPDATE webhook_earlier_secrets earlier SET secret = new.secret
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
         AS new (account_id, subscription_id, id, secret)
       WHERE earlier.account_id = new.account_id AND earlier.subscription_id = new.subscription_id
         AND earlier.id = new.id`,
      [
        rows.map(({ account_id }) => account_id),
        rows.map(({ subscription_id }) => subscription_id),
        rows.map(({ id }) => id),
        rows.map(({ account_id, subscription_id, secret }) => {
          const place = webhookSecret(account_id, subscription_id);
          return box.seal(box.open(secret, place), place);
        }),
      ],
    );
    return rows;
  });
}

interface AlertRow {
  account_id: string;
  secret: string;
}

async function resealAlerts(pool: Pool, box: SecretBox, current: string): Promise<number> {
  return inBatches<AlertRow>(pool, async (client, after) => {
    const { rows } = await client.query<AlertRow>(
      `SELECT account_id, secret FROM alert_settings
       WHERE account_id > $1 AND NOT starts_with(secret, $2)
       ORDER BY account_id LIMIT ${SECRET_BATCH} FOR NO KEY UPDATE`,
      [after?.account_id ?? 0, current],
    );
    await client.query(
      `UPDATE alert_settings settings SET secret = new.secret
       FROM unnest($1::bigint[], $2::text[]) AS new (account_id, secret) WHERE settings.account_id = new.account_id`,
      [
        rows.map(({ account_id }) => account_id),
        rows.map(({ account_id, secret }) => {
          const place = alertSecret(account_id);
          return box.seal(box.open(secret, place), place);
        }),
      ],
    );
    return rows;
  });
}

interface FactorRow {
  account_id: string;
  person_id: string;
  secret: string;
}

async function resealSecondFactors(pool: Pool, box: SecretBox, current: string): Promise<number> {
  return inBatches<FactorRow>(pool, async (client, after) => {
    const { rows } = await client.query<FactorRow>(
      `SELECT account_id, person_id, secret FROM second_factors
       WHERE (account_id, person_id) > ($1, $2) AND NOT starts_with(secret, $3)
       ORDER BY account_id, person_id LIMIT ${SECRET_BATCH} FOR NO KEY UPDATE`,
      [after?.account_id ?? 0, after?.person_id ?? 0, current],
    );
    await client.query(
      `UPDATE second_factors factor SET secret = new.secret
       FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS new (account_id, person_id, secret)
       WHERE factor.account_id = new.account_id AND factor.person_id = new.person_id`,
      [
        rows.map(({ account_id }) => account_id),
        rows.map(({ person_id }) => person_id),
        rows.map(({ account_id, person_id, secret }) => {
          const place = secondFactorSecret(account_id, person_id);
          return box.seal(box.open(secret, place), place);
        }),
      ],
    );
    return rows;
  });
}

interface ResponseRow {
  account_id: string;
  key: string;
  body: string;
}

/** A locked row is being deleted or replaced. */
async function resealResponses(pool: Pool, box: SecretBox, current: string): Promise<number> {
  return inBatches<ResponseRow>(pool, async (client, after) => {
    const { rows } = await client.query<ResponseRow>(
      `SELECT account_id, key, body FROM idempotency_keys
       WHERE ${HOLDS_SECRET} AND (account_id, key) > ($1, $2) AND NOT starts_with(body, $3)
       ORDER BY account_id, key LIMIT ${SECRET_BATCH} FOR NO KEY UPDATE SKIP LOCKED`,
      [after?.account_id ?? 0, after?.key ?? '', current],
    );
    await client.query(
      `UPDATE idempotency_keys response SET body = new.body
       FROM unnest($1::bigint[], $2::text[], $3::text[]) AS new (account_id, key, body)
       WHERE response.account_id = new.account_id AND response.key = new.key`,
      [
        rows.map((row) => row.account_id),
        rows.map((row) => row.key),
        rows.map(({ account_id, key, body }) => {
          const place = idempotentResponse(account_id, key);
          return box.seal(box.open(body, place), place);
        }),
      ],
    );
    return rows;
  });
}

/** Rewrites the rows in batches, one transaction each, and returns how many. */
async function inBatches<Row>(
  pool: Pool,
  rewrite: (client: PoolClient, after: Row | undefined) => Promise<Row[]>,
): Promise<number> {
  const client = await pool.connect();
  let count = 0;
  let last: Row | undefined;
  try {
    do {
      await client.query('BEGIN');
      const rows = await rewrite(client, last);
      await client.query('COMMIT');
      count += rows.length;
      last = rows.length === SECRET_BATCH ? rows.at(-1) : undefined;
    } while (last);
    client.release();
    return count;
  } catch (error) {
    // Closing the connection rolls back.
    client.release(true);
    throw error;
  }
}
