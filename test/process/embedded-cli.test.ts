import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useHost } from '../support/process/host.ts';
import { request } from '../support/http/http.ts';
import { clusterFolder, postgresIn } from '../support/process/postgres-processes.ts';
import { ROOT } from '../support/process/process.ts';
import { jsonOf, UNSERVED } from '../support/process/said.ts';

const CREATE = ['account', 'create', '--password', '12345678', '--json', '--email'];
const EMAIL = 'owner@supplier.example';

const host = useHost();

describe('the command line on the embedded database', () => {
  it('starts PostgreSQL for each command while no service runs, and stops it again', async () => {
    const DATA_DIR = join(await host.folder(), 'data');
    const first = await host.provender({ DATA_DIR }, ...CREATE, EMAIL);
    const { id } = jsonOf(first);
    expect(UNSERVED.exec(first.stderr)?.[1]).toBe(DATA_DIR);
    expect(await postgresIn(await clusterFolder(DATA_DIR))).toEqual([]);
    expect(await host.provender({ DATA_DIR }, ...CREATE, EMAIL)).toMatchObject({ code: 1, stdout: '' });
    expect(await postgresIn(await clusterFolder(DATA_DIR))).toEqual([]);
    expect(jsonOf(await host.provender({ DATA_DIR }, ...CREATE, 'second@supplier.example')).id).not.toBe(id);
  });

  it('lets concurrent commands wait for each other', async () => {
    const DATA_DIR = await host.dataDir();
    const emails = ['a@supplier.example', 'b@supplier.example', 'c@supplier.example'];
    const created = await Promise.all(emails.map((email) => host.provender({ DATA_DIR }, ...CREATE, email)));
    expect(created.map((result) => jsonOf(result).email)).toEqual(emails);
    expect(await postgresIn(await clusterFolder(DATA_DIR))).toEqual([]);
  });

  it("shares a running service's database, and leaves it running", async () => {
    const DATA_DIR = await host.dataDir();
    const service = await host.start({ DATA_DIR, DEMO: 'false' });
    expect(service.stdout()).not.toContain('prv_');
    const [account] = await Promise.all([
      host.provender({ DATA_DIR }, ...CREATE, EMAIL),
      host.provender({ DATA_DIR }, ...CREATE, 'second@supplier.example'),
    ]);
    jsonOf(account);
    const issue = ['key', 'create', '--account', EMAIL, '--name', 'Shop', '--scopes', 'all', '--json'];
    const issued = await host.provender({ DATA_DIR }, ...issue);
    expect(issued.stderr).toBe('');
    const { key } = jsonOf(issued);
    expect((await request(service.url, 'GET', '/products', { key })).status).toBe(200);
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  it('finds the data of its checkout from any folder', async () => {
    const checkout = await host.folder();
    await cp(join(ROOT, 'bin'), join(checkout, 'bin'), { recursive: true });
    for (const name of ['src', 'node_modules']) await symlink(join(ROOT, name), join(checkout, name));
    const DATA_DIR = join(checkout, '.data');
    const service = await host.start({ DATA_DIR, DEMO: 'false' });
    const elsewhere = { cwd: await host.folder(), args: [...CREATE, EMAIL] };
    const created = await host.launch(join(checkout, 'bin/provender.js'), {}, elsewhere).ended();
    expect(created.stderr).toBe('');
    expect(jsonOf(created)).toMatchObject({ email: EMAIL });
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  it('runs as an npm script and as a program, from any folder', async () => {
    const DATA_DIR = await host.dataDir();
    const npm = { args: ['run', '-s', 'provender', '--', ...CREATE, EMAIL] };
    expect(jsonOf(await host.launch('npm', { DATA_DIR }, npm).ended())).toMatchObject({ email: EMAIL });

    const cwd = await host.folder();
    const bin = join(ROOT, 'bin/provender.js');
    // The Node.js of the machine starts it, whatever its version.
    const { PATH = '' } = process.env;
    const list = { cwd, args: ['key', 'list', '--account', EMAIL, '--json'] };
    expect(jsonOf(await host.launch(bin, { DATA_DIR, PATH }, list).ended())).toEqual([]);
    const wrong = { cwd, args: ['key', 'list'] };
    expect(await host.launch(bin, { DATA_DIR, PATH }, wrong).ended()).toMatchObject({ code: 2, stdout: '' });
  });
});
