import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../support/process/process.ts';

/** Returns a folder with what a release describes, as its version `version`. */
function copyOf(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'provender-recorded-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['schema.graphql', 'openapi.json', 'CHANGELOG.md', 'prisma/migrations'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
  return folder;
}

const run = (folder: string, script: string) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts', script)], { cwd: folder, encoding: 'utf8' });

it('records a release, with which later versions are compared', () => {
  const folder = copyOf('0.9.0');
  expect(run(folder, 'record-release.ts')).toMatchObject({ status: 0 });
  // The last release is the one with the highest number, not the one whose name sorts last.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '0.10.0' }));
  expect(run(folder, 'record-release.ts')).toMatchObject({ status: 0 });
  const released = join(folder, 'released/0.10.0');
  expect(readdirSync(released).toSorted()).toEqual([
    'migrations.json',
    'openapi.json',
    'schema.graphql',
    'schema.sql',
  ]);
  const names = readdirSync(join(folder, 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
  expect(Object.keys(JSON.parse(readFileSync(join(released, 'migrations.json'), 'utf8')))).toEqual(names);
  const sql = readFileSync(join(released, 'schema.sql'), 'utf8');
  expect(Array.from(sql.matchAll(/^-- (\d{14}_\w+)$/gm), ([, name]) => name)).toEqual(names);
  expect(run(folder, 'compatibility.ts')).toMatchObject({ status: 0, stderr: '' });

  appendFileSync(join(folder, 'prisma/migrations', names[0]!, 'migration.sql'), '-- A later thought\n');
  mkdirSync(join(folder, 'prisma/migrations/29990101000000_drop'));
  writeFileSync(
    join(folder, 'prisma/migrations/29990101000000_drop/migration.sql'),
    'DROP TABLE products;\n',
  );
  const openApi = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'));
  delete openApi.paths['/deliveries'].post;
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApi));
  const { status, stderr } = run(folder, 'compatibility.ts');
  expect({ status, lines: stderr.split('\n').map((line) => line.trim()) }).toEqual({
    status: 1,
    lines: expect.arrayContaining([
      'This version breaks 0.10.0:',
      `${names[0]} was edited after it was released`,
      '29990101000000_drop drops what the release uses',
      'POST /deliveries is gone',
    ]),
  });
});

it('records no version that is being developed', () => {
  const { status, stderr } = run(copyOf('0.2.0-dev'), 'record-release.ts');
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('0.2.0-dev is no version to release'),
  });
});
