import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

it.concurrent('refuses to start on a DATA_DIR that is a file, in one line that names it', async () => {
  const DATA_DIR = join(await host.folder(), 'file');
  await writeFile(DATA_DIR, '');
  const ended = await host.launchService({ DATA_DIR }).ended();
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^DATA_DIR: .+\n$/);
});
