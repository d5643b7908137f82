import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../support/process/process.ts';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'provender-generated-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  execFileSync('git', ['init', '-q', project]);
  write('.gitignore', 'built\n');
  generates('one');
  write('generated.txt', 'one');
});

const write = (name: string, text: string) => writeFileSync(join(project, name), text);

/** Makes `npm run generate` of the project write this text. */
function generates(text: string, file = 'generated.txt'): void {
  const script = `require('node:fs').writeFileSync('${file}', '${text}')`;
  write('package.json', JSON.stringify({ scripts: { generate: `node -e "${script}"` } }));
}

async function check(): Promise<{ passed: boolean; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'scripts/check-generated.ts')],
      { cwd: project },
      (error, _, stderr) => resolve({ passed: error === null, stderr }),
    );
  });
}

it('passes when generating changes nothing, though nothing is committed', async () => {
  expect(await check()).toEqual({ passed: true, stderr: '' });
  generates('two', 'built');
  expect(await check()).toEqual({ passed: true, stderr: '' });
});

it('fails when generating changes or adds a file, also when its former text was added to the index', async () => {
  generates('two');
  execFileSync('git', ['-C', project, 'add', '.']);
  expect(await check()).toEqual({ passed: false, stderr: expect.stringContaining('generated.txt') });
  expect((await check()).passed).toBe(true);
  generates('three', 'added.txt');
  expect(await check()).toEqual({ passed: false, stderr: expect.stringContaining('added.txt') });
});
