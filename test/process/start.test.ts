import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyCheckout } from '../support/process/copied-project.ts';
import { complaintsIn, demoOf } from '../support/process/said.ts';
import { useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { clusterFolder } from '../support/process/postgres-processes.ts';
import { ROOT } from '../support/process/process.ts';
import { createVisitor } from '../support/service/visitor.ts';

const host = useHost();
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };

it('starts on a DATA_DIR with spaces that other users cannot access, prints its addresses, creates a demo account once, keeps the data, and uses PUBLIC_URL in links', async () => {
  const DATA_DIR = join(await host.folder({ mode: 0o700 }), 'home', 'its own data');
  await mkdir(join(DATA_DIR, '..'), { mode: 0o700 });
  const first = await host.start({ DATA_DIR });
  const said = first.stdout();
  expect(said).toMatch(new RegExp(`^REST +${first.url}/api/v1$`, 'm'));
  expect(said).toMatch(new RegExp(`^GraphiQL +${first.url}/graphql$`, 'm'));
  expect(said).toMatch(new RegExp(`^Settings +${first.url}/settings$`, 'm'));
  expect(said.endsWith(`\nProvender is ready on ${first.url}\n`)).toBe(true);
  const { email, password, key, curl } = demoOf(said);
  expect(email).toMatch(/^\S+@\S+$/);
  expect(password).toMatch(/^\S{12,}$/);

  const page = createVisitor(first);
  expect((await page.signIn(email, password)).json.data).toMatchObject({ signIn: { isCurrent: true } });
  const pasted = (await paste(curl)) as { status: string; data: { status: string }[] };
  expect(pasted.status).toBe('success');
  const statuses = pasted.data.map(({ status }) => status);
  expect(statuses.slice(0, 3)).toEqual(['pending', 'in_transit', 'completed']);
  expect(await linkOf(first.url, key)).toContain(`<${first.url}/api/v1/deliveries?`);
  const { code, stderr } = await first.stop();
  expect({ code, complaints: complaintsIn(stderr) }).toEqual({ code: 0, complaints: [] });

  const PUBLIC_URL = 'https://api.provender.example';
  const second = await host.start({ DATA_DIR, PUBLIC_URL });
  expect(second.stdout()).not.toMatch(/demo|prv_|password/i);
  const { json } = await request(second.url, 'GET', '/deliveries', { key });
  expect(json).toEqual(pasted);
  expect(second.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(second.stdout()).toContain(` ${PUBLIC_URL}/api/v1\n`);
  expect(await linkOf(second.url, key)).toContain(`<${PUBLIC_URL}/api/v1/deliveries?`);
});

it('starts from a checkout with a space in its path, in a folder that other users cannot access', async () => {
  const checkout = join(await host.folder({ mode: 0o700 }), 'a check out');
  const { native, version } = copyCheckout(checkout);
  const shared = join('/var/lib/provender', `postgresql-${version}`);
  onTestFinished(() => rm(shared, { recursive: true, force: true }));

  const DATA_DIR = join(checkout, '.data');
  const service = await host.start({ DATA_DIR }, { cwd: checkout });
  const { key } = demoOf(service.stdout());
  // PostgreSQL's user cannot enter, so root makes a copy for it; other users run the programs in the
  // checkout.
  const command = await readFile(join(await clusterFolder(DATA_DIR), 'data/postmaster.opts'), 'utf8');
  expect(command).toMatch(`${IS_ROOT ? shared : native}/bin/postgres `);
  expect((await request(service.url, 'GET', '/deliveries', { key })).status).toBe(200);
  const { code, stderr } = await service.stop();
  expect({ code, complaints: complaintsIn(stderr) }).toEqual({ code: 0, complaints: [] });
});

const who = canRead(NOBODY) ? 'an ordinary user' : 'nobody but root: others cannot read this checkout';

it(`runs as ${who}`, async () => {
  expect(canRead(NOBODY) || process.env.CI === undefined).toBe(true);
  const user = IS_ROOT && canRead(NOBODY) ? NOBODY : undefined;
  const DATA_DIR = join(await host.folder({ user, mode: 0o700 }), 'data');
  const first = await host.start({ DATA_DIR }, { user });
  const { key } = demoOf(first.stdout());
  expect((await request(first.url, 'GET', '/deliveries', { key })).status).toBe(200);
  expect(await first.stop()).toMatchObject({ code: 0 });
});

async function linkOf(url: string, key: string): Promise<string | null> {
  return (await request(url, 'GET', '/deliveries?per_page=1', { key })).headers.get('Link');
}

/** Runs the printed commands in a shell, with the machine's curl, or with the project's if there is none. */
async function paste(line: string): Promise<unknown> {
  const { PATH = '' } = process.env;
  const folders = [PATH, join(ROOT, 'node_modules/.bin'), join(ROOT, 'test/support/text/bin')];
  const env = { PATH: folders.join(delimiter) };
  const { stdout } = await host.launch('/bin/sh', env, { args: ['-c', line] }).ended();
  return JSON.parse(stdout);
}

/** Returns whether `user` can read this checkout; only root can check this for others. */
function canRead(user: { uid: number; gid: number }): boolean {
  if (!IS_ROOT) return true;
  try {
    execFileSync('/bin/sh', ['-c', 'test -r "$0"', join(ROOT, 'src/main.ts')], { ...user, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
