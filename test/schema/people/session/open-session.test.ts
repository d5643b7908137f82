import { expect, it } from 'vitest';
import { useService } from '../../../support/service/service.ts';
import { createUser, createVisitor } from '../../../support/service/visitor.ts';

const service = useService();
const count = async (sql: string, id: bigint) =>
  Number((await service.database.pool.query<{ count: string }>(sql, [id])).rows[0]!.count);

it('a person has at most 50 sessions and 50 known browsers, and the oldest are deleted', async () => {
  const { email, id } = await createUser(service);
  const insert = (table: string, columns: string, values: string) =>
    service.database.pool.query(
      `INSERT INTO ${table} (account_id, person_id, token_hash, expires_at${columns})
       SELECT account_id, id, sha256(at::text::bytea), now() + at * interval '1 minute'${values}
       FROM people, generate_series(1, 49) AS at WHERE account_id = $1`,
      [id],
    );
  const first = createVisitor(service);
  await first.signIn(email);
  await insert('sessions', ', user_agent', ", 'later'");
  await insert('known_devices', '', '');
  expect(await first.data('{ sessions { id } }')).toMatchObject({ sessions: { length: 50 } });

  const [second, third] = [createVisitor(service), createVisitor(service)];
  await Promise.all([second, third].map((visitor) => visitor.signIn(email)));
  expect(await count('SELECT count(*) FROM sessions WHERE account_id = $1', id)).toBe(50);
  expect(await count('SELECT count(*) FROM known_devices WHERE account_id = $1', id)).toBe(50);
  expect((await first.data('{ session { id } }')).session).toBeNull();
  for (const visitor of [second, third]) {
    expect((await visitor.data('{ session { isCurrent } }')).session).toEqual({ isCurrent: true });
  }
});
