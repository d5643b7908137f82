import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { useDatabase } from '../support/database/database.ts';
import { useHost } from '../support/process/host.ts';

const host = useHost('file');
const empty = useDatabase();

it('says why a file cannot be written or read', async () => {
  const path = join(await host.folder(), 'a.backup');
  await writeFile(path, '');
  const missing = join(dirname(path), 'no/such/folder/x');
  const cases: [string, string, RegExp][] = [
    ['backup', missing, /^\S+x cannot be written: there is no such file or folder\n$/],
    ['backup', join(path, 'x'), /^\S+x cannot be written: a part of the path is not a folder\n$/],
    ['restore', missing, /^\S+x cannot be read: there is no such file or folder\n$/],
    ['restore', dirname(path), /^\S+ cannot be read: it is a folder\n$/],
  ];
  for (const [command, file, line] of cases) {
    const { code, stdout, stderr } = await host.provender({ DATABASE_URL: empty.url }, command, file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(line);
  }
});
