import { cp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { clusterFolder, postgresIn } from '../support/process/postgres-processes.ts';
import { copyCluster } from '../support/process/prepared-cluster.ts';
import { type Environment, ROOT } from '../support/process/process.ts';
import { jsonOf, UNSERVED } from '../support/process/said.ts';

const CREATE = ['account', 'create', '--password', '12345678', '--json', '--email'];
const EMAIL = 'owner@supplier.example';

const host = useHost();

it('starts PostgreSQL for commands while no service runs, one after the other, and stops it again', async () => {
  const DATA_DIR = join(await host.folder(), 'data');
  const first = await host.provender({ DATA_DIR }, ...CREATE, EMAIL);
  const { id } = jsonOf(first);
  expect(UNSERVED.exec(first.stderr)?.[1]).toBe(DATA_DIR);
  expect(await postgresIn(await clusterFolder(DATA_DIR))).toEqual([]);

  const emails = [EMAIL, 'b@supplier.example', 'c@supplier.example'];
  const [again, ...others] = await Promise.all(
    emails.map((email) => host.provender({ DATA_DIR }, ...CREATE, email)),
  );
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(others.map((result) => jsonOf(result).email)).toEqual(emails.slice(1));
  expect(new Set([id, ...others.map((result) => jsonOf(result).id)]).size).toBe(3);
  expect(await postgresIn(await clusterFolder(DATA_DIR))).toEqual([]);
});

it("shares a running service's database: as a command of its checkout, as a program and as an npm script", async () => {
  const checkout = await host.folder();
  await cp(join(ROOT, 'bin'), join(checkout, 'bin'), { recursive: true });
  for (const name of ['src', 'node_modules']) await symlink(join(ROOT, name), join(checkout, name));
  const DATA_DIR = join(checkout, '.data');
  await copyCluster(DATA_DIR);
  const service = await host.start({ DATA_DIR, DEMO: 'false' });
  expect(service.stdout()).not.toContain('prv_');

  // The Node.js of the machine starts the program, whatever its version, in any folder.
  const { PATH = '' } = process.env;
  const program = (env: Environment, ...args: string[]) =>
    host.launch(join(checkout, 'bin/provender.js'), { PATH, ...env }, { cwd: tmpdir(), args }).ended();
  const npm = { args: ['run', '-s', 'provender', '--', ...CREATE, 'second@supplier.example'] };
  const [account, second] = await Promise.all([
    program({}, ...CREATE, EMAIL),
    host.launch('npm', { DATA_DIR }, npm).ended(),
  ]);
  expect(account.stderr).toBe('');
  expect(jsonOf(account)).toMatchObject({ email: EMAIL });
  expect(jsonOf(second)).toMatchObject({ email: 'second@supplier.example' });
  expect(await program({ DATA_DIR }, 'key', 'list')).toMatchObject({ code: 2, stdout: '' });

  const issue = ['key', 'create', '--account', EMAIL, '--name', 'Shop', '--scopes', 'all', '--json'];
  const issued = await host.provender({ DATA_DIR }, ...issue);
  expect(issued.stderr).toBe('');
  const { key } = jsonOf(issued);
  expect((await request(service.url, 'GET', '/products', { key })).status).toBe(200);
  expect(await service.stop()).toMatchObject({ code: 0 });
});
