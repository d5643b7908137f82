import { describe, expect, it } from 'vitest';
import { openPool } from '../../src/database/client.ts';
import { EXPIRING, pruneExpired, pruneJobs } from '../../src/jobs/prune-expired.ts';
import { AUDIT_EXPIRY } from '../../src/schema/core/audit/expiry.ts';
import { requestExpiry } from '../../src/schema/insight/request/expiry.ts';
import { pruneRequests } from '../../src/jobs/prune-requests.ts';
import { createAccount } from '../support/service/account.ts';
import { fillTables } from '../support/records/full-account.ts';
import { createProduct, createReturn } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { dispatch, messagesOf, subscribe } from '../support/webhook/webhook.ts';

const service = useService({ own: 'runs a worker' });

describe('pruning', () => {
  it('deletes attempts, and events with their messages, after 30 days and not before', async () => {
    const { webhook, account } = await settledMessages(2);
    await age(account.id, 0, '30 days 1 minute');
    await age(account.id, 1, '29 days 23 hours');
    const [, young] = await messagesOf(service, webhook);
    await pruneExpired(service.database.pool);
    const left = await messagesOf(service, webhook);
    expect(left.map(({ webhookId, attempts }) => [webhookId, attempts.length])).toEqual([
      [young!.webhookId, 1],
    ]);
  });

  it('deletes an old attempt of a recent message', async () => {
    const { webhook, account } = await settledMessages(1);
    await service.database.pool.query(
      `UPDATE webhook_attempts SET attempted_at = now() - interval '31 days' WHERE account_id = $1`,
      [account.id],
    );
    await pruneExpired(service.database.pool);
    expect(await messagesOf(service, webhook)).toMatchObject([{ attempts: [] }]);
  });

  it('keeps an old event that is not sent or not dispatched yet', async () => {
    const { webhook, account } = await settledMessages(1);
    await age(account.id, 0, '40 days');
    await service.database.pool.query(
      `UPDATE webhook_messages SET status = 'pending', next_attempt_at = now() - interval '1 second' WHERE account_id = $1`,
      [account.id],
    );
    await createProduct(account);
    await service.database.pool.query(
      `UPDATE events SET created_at = now() - interval '40 days' WHERE account_id = $1`,
      [account.id],
    );
    await pruneExpired(service.database.pool);
    expect(await messagesOf(service, webhook)).toHaveLength(1);
    expect(await service.database.prisma.event.count({ where: { accountId: account.id } })).toBe(2);
  });
});

it('deletes photos after 400 days, unused ones after one, and expired receipt links', async () => {
  const account = await createAccount(service);
  await createReturn(account);
  await fillTables(account, ['receipts', 'receipt_photos', 'receipt_links']);
  const { pool } = service.database;
  await pool.query(
    `INSERT INTO receipt_photos (account_id, delivery_id, receipt_id, media_type, content, created_at)
     SELECT account_id, delivery_id, CASE WHEN used THEN delivery_id END, 'image/png', '\\xff',
            now() - make_interval(hours => age)
     FROM receipts, (VALUES (true, 9601), (true, 9599), (false, 25), (false, 23)) AS photo (used, age)
     WHERE account_id = $1`,
    [account.id],
  );
  await pool.query(
    `UPDATE receipt_links SET expires_at = now() - interval '1 second' WHERE account_id = $1`,
    [account.id],
  );
  await pruneExpired(pool);
  const { rows } = await pool.query(
    `SELECT (SELECT count(*)::int FROM receipt_photos WHERE account_id = $1) AS photos,
            (SELECT count(*)::int FROM receipt_links WHERE account_id = $1) AS links`,
    [account.id],
  );
  expect(rows).toEqual([{ photos: 3, links: 0 }]);
});

it('deletes jobs that nothing will run again, and no others', async () => {
  const { pool } = service.database;
  await pool.query(
    `SELECT graphile_worker.add_job('sendWebhook', '{}', job_key => key, max_attempts => 1) FROM unnest('{over,waits}'::text[]) AS key`,
  );
  await pool.query(
    `SELECT graphile_worker.permanently_fail_jobs(array_agg(id)) FROM graphile_worker.jobs WHERE key = 'over'`,
  );
  const jobPool = openPool({ url: service.testDatabase.url, name: 'jobs', max: 1 }, () => {});
  await pruneJobs(jobPool).finally(() => jobPool.end());
  const { rows } = await pool.query(`SELECT key FROM graphile_worker.jobs WHERE key IN ('over', 'waits')`);
  expect(rows).toEqual([{ key: 'waits' }]);
});

it('deletes sessions, known browsers and invitations when they expire, and counts of requests after 31 days', async () => {
  const account = await createAccount(service);
  await service.database.pool.query(
    `INSERT INTO sessions (account_id, person_id, token_hash, expires_at)
     SELECT account_id, id, sha256(age::text::bytea), now() - age * interval '1 minute'
     FROM people, (VALUES (-1), (1)) AS of (age) WHERE account_id = $1`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO known_devices (account_id, person_id, token_hash, expires_at)
     SELECT account_id, id, sha256(age::text::bytea), now() - age * interval '1 minute'
     FROM people, (VALUES (-1), (1)) AS of (age) WHERE account_id = $1`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO invitations (account_id, email, name, role, token_hash, expires_at)
     SELECT $1, age || '@invited.example', 'Invited', 'viewer', sha256(age::text::bytea), now() - age * interval '1 minute'
     FROM (VALUES (-1), (1)) AS of (age)`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO request_counts
     SELECT account_id, id, date_trunc('hour', now() - age * interval '1 day', 'UTC'), 1, 0, 0
     FROM api_keys, (VALUES (30), (32)) AS of (age) WHERE account_id = $1`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO request_failures
     SELECT account_id, (now() AT TIME ZONE 'UTC')::date - age, id, 'GET /api/v1/products', 403, 'insufficient_scope', 1
     FROM api_keys, (VALUES (31), (32)) AS of (age) WHERE account_id = $1`,
    [account.id],
  );
  await pruneExpired(service.database.pool);
  for (const table of ['sessions', 'known_devices', 'invitations', 'request_counts', 'request_failures']) {
    const { rowCount } = await service.database.pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [
      account.id,
    ]);
    expect([table, rowCount]).toEqual([table, 1]);
  }
});

it('deletes logged requests after some days, and the oldest of an account with too many', async () => {
  const { pool } = service.database;
  const [many, few] = await Promise.all([createAccount(service), createAccount(service)]);
  const insert = (account: bigint, count: number, days: number) =>
    pool.query(
      `INSERT INTO requests (account_id, received_at, request_id, method, path, failed, address, duration_ms)
       SELECT $1, now() - make_interval(days => $3) - n * interval '1 s', $3 || '-' || n, 'GET', '/', false, '', 1
       FROM generate_series(1, $2) AS n`,
      [account, count, days],
    );
  await insert(many.id, 5, 1);
  await insert(many.id, 2, 8);
  await insert(few.id, 3, 6);
  await pruneRequests(pool, 7, { max: 3 });
  const { rows } = await pool.query<{ account: string; ids: string[] }>(
    `SELECT account_id AS account, array_agg(request_id ORDER BY received_at DESC) AS ids FROM requests
     WHERE account_id = ANY($1) GROUP BY 1 ORDER BY 1`,
    [[many.id, few.id]],
  );
  expect(new Map(rows.map(({ account, ids }) => [BigInt(account), ids]))).toEqual(
    new Map([
      [many.id, ['1-1', '1-2', '1-3']],
      [few.id, ['6-1', '6-2', '6-3']],
    ]),
  );
  await pruneRequests(pool, 0);
  expect((await pool.query('SELECT FROM requests WHERE account_id = $1', [few.id])).rowCount).toBe(0);
});

/** Returns a webhook with messages that failed at their only attempt. */
async function settledMessages(count: number) {
  const account = await createAccount(service);
  const webhook = await subscribe(account, 'https://hooks.example.com/');
  for (let made = 0; made < count; made += 1) await createProduct(account);
  await dispatch(service);
  await service.database.pool.query(
    `WITH message AS (
       UPDATE webhook_messages SET status = 'failed', next_attempt_at = NULL WHERE account_id = $1 RETURNING *
     )
     INSERT INTO webhook_attempts (account_id, message_id, attempted_at, duration_ms)
     SELECT account_id, id, now(), 1 FROM message`,
    [account.id],
  );
  return { account, webhook };
}

/** Ages an account's n-th event with its message and attempts. */
async function age(account: bigint, index: number, old: string): Promise<void> {
  await service.database.pool.query(
    `WITH event AS (
       UPDATE events SET created_at = now() - $3::interval
       WHERE id = (SELECT id FROM events WHERE account_id = $1 ORDER BY id OFFSET $2 LIMIT 1) RETURNING id
     ), message AS (
       UPDATE webhook_messages SET created_at = now() - $3::interval FROM event
       WHERE event_id = event.id RETURNING webhook_messages.id
     )
     UPDATE webhook_attempts SET attempted_at = now() - $3::interval FROM message WHERE message_id = message.id`,
    [account, index, old],
  );
}

describe('what expires', () => {
  const all = [...EXPIRING, ...AUDIT_EXPIRY, ...requestExpiry(7)];

  it('is named by its primary key, so that a batch deletes the rows that it finds', async () => {
    const { rows } = await service.database.pool.query<{ table: string; key: string[] }>(
      `SELECT indrelid::regclass::text AS table, array_agg(attname::text ORDER BY attnum) AS key
       FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
       WHERE indisprimary GROUP BY indrelid`,
    );
    const keys = new Map(rows.map(({ table, key }) => [table, key.toSorted()]));
    for (const { table, key } of all) expect([table, key.toSorted()]).toEqual([table, keys.get(table)]);
  });

  it('includes each table whose rows have an end, but API keys, which stay in the list', async () => {
    const { rows } = await service.database.pool.query<{ table: string }>(
      `SELECT table_name AS table FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name IN ('expires_at', 'expire') AND table_name <> 'api_keys'`,
    );
    const declared = new Set(all.map(({ table }) => table));
    expect(rows.filter(({ table }) => !declared.has(table))).toEqual([]);
    expect(declared.size).toBe(all.length);
  });
});
