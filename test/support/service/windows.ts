import type { TestAccount } from './account.ts';

type WindowName = 'hour' | 'minute';

/** Returns the counts of a subject's windows. */
export async function countsOf(account: TestAccount): Promise<Record<WindowName, number>> {
  const { rows } = await account.database.pool.query<{ hour: number; minute: number }>(
    `SELECT (SELECT points FROM rate_limits WHERE key = 'hour:account:' || $1) AS hour,
            (SELECT points FROM rate_limits WHERE key = 'minute:account:' || $1) AS minute`,
    [String(account.id)],
  );
  return rows[0]!;
}

/** Sets the count of a window, opening it if necessary. */
export async function setCount(account: TestAccount, window: WindowName, points: number): Promise<void> {
  await account.database.pool.query(
    `INSERT INTO rate_limits (key, points, expire) VALUES ($1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET points = excluded.points`,
    [`${window}:account:${account.id}`, points, Date.now() + 60_000],
  );
}
