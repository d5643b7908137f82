import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useHost } from '../support/host.ts';
import { request } from '../support/http.ts';
import { demoOf } from '../support/banner.ts';
import { postgresIn } from '../support/postgres-processes.ts';
import { ROOT } from '../support/process.ts';

const host = useHost();

it('says where everything is, opens a demo account once, and keeps the data', async () => {
  const DATA_DIR = join(await host.folder(), 'data');
  const first = await host.start({ DATA_DIR });
  const said = first.stdout();
  expect(said).toMatch(new RegExp(`^REST +${first.url}/api/v1$`, 'm'));
  expect(said).toMatch(new RegExp(`^GraphiQL +${first.url}/graphql$`, 'm'));
  expect(said.endsWith(`\nProvender is ready on ${first.url}\n`)).toBe(true);
  const { email, password, key, curl } = demoOf(said);
  expect(email).toMatch(/^\S+@\S+$/);
  expect(password.length).toBeGreaterThanOrEqual(12);

  const pasted = await host.launch('/bin/sh', {}, { args: ['-c', curl] }).ended();
  expect(JSON.parse(pasted.stdout)).toMatchObject({ status: 'success', pagination: { total: 3 } });
  expect(await first.stop()).toMatchObject({ code: 0, stderr: expect.not.stringContaining(key) });

  const second = await host.start({ DATA_DIR });
  expect(second.stdout()).not.toMatch(/demo|prv_|password/i);
  const { json } = await request(second.url, 'GET', '/deliveries', { key });
  expect(json).toEqual(JSON.parse(pasted.stdout));
});
