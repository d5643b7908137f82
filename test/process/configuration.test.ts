import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { useHost } from '../support/process/host.ts';

// Each of these starts fails on its own, so they can run in parallel.
const host = useHost('file');

const ELSEWHERE = 'postgres://provender@127.0.0.1';

// What `readConfig` refuses is in test/config.test.ts; one variable shows that a start prints its error.
it.concurrent.each([
  ['PORT', 'http'],
  ['HOST', '203.0.113.1'],
  ['DATABASE_URL', `${ELSEWHERE}:1/provender`],
  ['DATABASE_URL', `${ELSEWHERE}/%zz`],
])('refuses to start with %s=%s, in one line that names it', async (name, value) => {
  const ended = await host.launchService({ DATABASE_URL: `${ELSEWHERE}:1/provender`, [name]: value }).ended();
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(new RegExp(`^${name}: .+\n$`));
});

it.concurrent.each([
  ['is a file', 'file'],
  ['is in a file', 'file/data'],
  ['is where no folder can be created', '/proc/provender/data'],
])('refuses to start on a DATA_DIR that %s, in one line that names it', async (_, path) => {
  const folder = await host.folder();
  await writeFile(join(folder, 'file'), '');
  const DATA_DIR = resolve(folder, path);
  const ended = await host.launchService({ DATA_DIR }).ended();
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^DATA_DIR: .+\n$/);
});
