import { expect, it } from 'vitest';
import { request } from '../support/http.ts';
import { useService } from '../support/service.ts';
import { statementsOf } from '../support/statements.ts';

const service = useService();

it('/readyz shares its checks, and needs none of the connections for requests', async () => {
  // Hold all of them.
  const { pool } = service.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const statuses = new Set<number>();
    const statements = await statementsOf(service.testDatabase.name, async () => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => request(service.url, 'GET', '//readyz')),
      );
      for (const { status } of answers) statuses.add(status);
    });
    expect([...statuses]).toEqual([200]);
    expect(statements.length).toBeGreaterThan(0);
    // Ten a second at most: the two hundred take a few seconds on a busy machine.
    expect(statements.length).toBeLessThan(100);
  } finally {
    held.forEach((client) => client.release());
  }
});
