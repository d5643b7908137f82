import * as argon2 from '@node-rs/argon2';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { announceDemo, createDemo } from '../../../../src/demo.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { settings } from '../../../support/service/context.ts';
import { useService } from '../../../support/service/service.ts';
import { createUser, createVisitor } from '../../../support/service/visitor.ts';

// The real functions, with recorded calls.
vi.mock('@node-rs/argon2', { spy: true });

const service = useService({ signUp: true });

it('no password is hashed or checked inside a transaction', async () => {
  const user = await createUser(service);
  const real = await vi.importActual<typeof argon2>('@node-rs/argon2');
  const openMeanwhile: number[] = [];
  async function look(): Promise<void> {
    const { rows } = await service.database.pool.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    openMeanwhile.push(rows[0]!.open);
  }
  vi.mocked(argon2.hash).mockImplementation(async (password) => (await look(), real.hash(password)));
  vi.mocked(argon2.verify).mockImplementation(
    async (hashed, password) => (await look(), real.verify(hashed, password)),
  );

  const visitor = createVisitor(service);
  expect((await visitor.signIn(user.email)).json.errors).toBeUndefined();
  await visitor.data(
    'mutation ($old: String!) { changePassword(currentPassword: $old, newPassword: "another one") { id } }',
    { old: PASSWORD },
  );
  const input = { name: 'Farm', email: 'open@farm.example', password: PASSWORD };
  await createVisitor(service).data('mutation($input: SignUpInput!) { signUp(input: $input) { id } }', {
    input,
  });
  await service.database.pool.query('TRUNCATE accounts CASCADE');
  expect(await createDemo(service.database, settings, pino({ level: 'silent' }))).toBe(true);
  await announceDemo(service.testDatabase.url, undefined, () => {});

  // Signing in, the hash for unknown e-mails, both hashes of a change, signing up, the demo account.
  expect(openMeanwhile).toEqual([0, 0, 0, 0, 0, 0]);
});
