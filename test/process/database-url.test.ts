import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { spawnSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { startPgBouncer } from '../../lab/scale/pgbouncer.ts';
import { createDatabase } from '../support/database/database.ts';
import { useHost } from '../support/process/host.ts';
import { startPair } from '../support/process/start-pair.ts';
import { demoOf } from '../support/process/said.ts';
import { request } from '../support/http/http.ts';
import { SECRETS_KEY } from '../support/service/secrets.ts';

const host = useHost();

const { error, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
const [, minor = '0'] = /PgBouncer 1\.(\d+)/.exec(stdout ?? '') ?? [];
/** Prepared statements in transaction mode came with 1.21. */
const CAN_PREPARE = Number(minor) >= 21;

async function startPooler(settings: Record<string, string | number>) {
  const database = await createDatabase();
  const pooler = await startPgBouncer('pgbouncer', database.url, settings);
  onTestFinished(async () => {
    await pooler.stop();
    await database.drop();
  });
  return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url, SECRETS_KEY, DEMO: 'true' };
}

it.skipIf(error)(
  'refuses a pooler without prepared statements, in one line that names DATABASE_URL',
  async () => {
    const env = await startPooler(CAN_PREPARE ? { max_prepared_statements: 0 } : {});
    const ended = await host.launchService(env).ended();
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^DATABASE_URL: .+ max_prepared_statements .+\n$/);
  },
);

it.skipIf(error)('works through a pooler in session mode, with a direct address', async () => {
  const service = await host.start(await startPooler({ pool_mode: 'session', default_pool_size: 60 }));
  const { key } = demoOf(service.stdout());
  const body = { name: 'Rye', weight: 1, price: 2, category: 'bakery' };
  const written = await Promise.all(
    Array.from({ length: 20 }, () => request(service.url, 'POST', '/products', { key, body })),
  );
  expect(new Set(written.map(({ status }) => status))).toEqual(new Set([201]));
  expect((await request(service.url, 'GET', '//readyz')).status).toBe(200);
});

it('refuses a standby, in one line that names the variable', async () => {
  await using pair = await startPair();
  const direct = { DATABASE_URL: pair.primaryUrl, DATABASE_DIRECT_URL: pair.standbyUrl };
  for (const [name, env] of Object.entries({
    DATABASE_URL: { DATABASE_URL: pair.standbyUrl },
    DATABASE_DIRECT_URL: direct,
  })) {
    const ended = await host.launchService(env).ended();
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(new RegExp(`^${name}: .+ standby .+\n$`));
  }
});

it('says how to get the first account and key on an empty database, until there is one', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const env = { DATABASE_URL: url, SECRETS_KEY };
  const first = await host.start(env);
  const commands = [...first.stdout().matchAll(/npm run -s provender -- (.+)/g)].map(
    ([, command]) => command!,
  );
  expect(commands).toHaveLength(2);
  expect(await first.stop()).toMatchObject({ code: 0 });
  // As printed, but for the password, which the first command asks for.
  for (const command of commands) {
    const args = command.replace('--password -', '--password 12345678').split(' ');
    expect(await host.provender(env, ...args)).toMatchObject({ code: 0 });
  }
  const second = await host.start({ ...env, DRAIN_MS: '300' });
  expect(second.stdout()).not.toContain('account create');
  const { stderr } = await second.stop();
  expect(stderr).toContain('requests are served for another 0.3 s (DRAIN_MS)');
});

it('says what to do when a pooler refuses startup parameters', async () => {
  const message = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
  const refusing = createServer((socket) =>
    socket
      .on('error', () => {})
      .once('data', () => {
        const length = Buffer.alloc(4);
        length.writeInt32BE(4 + message.length);
        socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(message)]));
      }),
  ).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  onTestFinished(() => void refusing.close());
  const { port } = refusing.address() as AddressInfo;
  const ended = await host.launchService({ DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` }).ended();
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(
    /^DATABASE_URL: .+unsupported startup parameter.+: set DATABASE_DIRECT_URL .+\n$/,
  );
});

it.each(['a/b', 'a@b/c'])('says how to write the password %s', async (password) => {
  const ended = await host.launchService({ DATABASE_URL: `postgres://a:${password}@127.0.0.1:1/c` }).ended();
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^DATABASE_URL: .+ special characters in the password encoded: .+\n$/);
});
