import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createAccount } from '../support/service/account.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();
const FILL = readFileSync('prisma/migrations/20261124020002_fill_past_events/migration.sql', 'utf8');

it('derives what earlier webhooks were subscribed to from their messages and waiting events', async () => {
  const account = await createAccount({ url: '', database });
  const { pool } = database;
  const webhooks: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO webhook_subscriptions (account_id, url, events, secret)
       VALUES ($1, 'https://hooks.example.com/', '{product.created}', '-') RETURNING id`,
      [account.id],
    );
    webhooks.push(rows[0]!.id);
  }
  const [changed, waiting, untouched] = webhooks as [string, string, string];
  const types = ['delivery.created', 'delivery.created', 'return.created', 'product.created', 'webhook.test'];
  for (const [type, id] of [...types.map((type) => [type, changed]), ['product.created', untouched]]) {
    await pool.query(
      `WITH event AS (INSERT INTO events (account_id, type, body) VALUES ($1, $2, '{}') RETURNING *)
       INSERT INTO webhook_messages (account_id, subscription_id, event_id) SELECT account_id, $3, id FROM event`,
      [account.id, type, id],
    );
  }
  await pool.query(
    `INSERT INTO events (account_id, type, body, recipients) VALUES ($1, 'product.updated', '{}', ARRAY[$2::bigint])`,
    [account.id, waiting],
  );

  await pool.query(FILL);
  const { rows } = await pool.query('SELECT id, past_events FROM webhook_subscriptions ORDER BY id');
  expect(rows).toEqual([
    { id: changed, past_events: ['delivery.created', 'return.created'] },
    { id: waiting, past_events: ['product.updated'] },
    { id: untouched, past_events: [] },
  ]);
});
