import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLY, changes, spellingsOf } from './changes.ts';
import { copyRepository } from '../support/process/copied-project.ts';

/** The name of what each change adds, in words. */
const ADDED: Record<string, string> = {
  endpoint: 'supermarket branches',
  event: 'return reversed',
  field: 'country of origin',
  filter: 'packed as',
  noun: 'depot',
  rule: 'return period',
};
const MINUTES = 60_000;

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'provender-change-'));
  copyRepository(copy);
}, 2 * MINUTES);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a program in the copy. @throws Error with what it wrote */
function run(program: string, ...args: string[]): string {
  const env = { ...process.env, VITEST: '', VITEST_WORKER_ID: '', TEST: '', NODE_ENV: '' };
  try {
    return execFileSync(program, args, { cwd: copy, encoding: 'utf8', env, stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

function filesWith(name: RegExp): string[] {
  const files = run('git', 'ls-files', '--cached', '--others', '--exclude-standard').trim().split('\n');
  return files.filter(
    (file) => !file.endsWith('.patch') && name.test(readFileSync(join(copy, file), 'utf8')),
  );
}

describe.each(changes())('$name', ({ name, patch, files }) => {
  const spelled = spellingsOf(ADDED[name] ?? '');

  it('can be made in the files that it names, and works', { timeout: 10 * MINUTES }, () => {
    run('git', 'reset', '-q', '--hard');
    run('git', 'clean', '-fdq');
    const before = new Set(filesWith(spelled));
    run('git', ...APPLY, patch);
    // Before anything is generated, so that only what people write has the name.
    const named = filesWith(spelled).filter((file) => !before.has(file));
    expect(files).toEqual(expect.arrayContaining(named));
    run('npm', 'run', '-s', 'generate');
    run('npm', 'run', '-s', 'typecheck');
    const tests = files.filter((file) => file.endsWith('.test.ts'));
    expect(tests.length).toBeGreaterThan(0);
    expect(run('npx', 'vitest', 'run', '--maxWorkers=1', ...tests)).toMatch(/^[1-9]\d* passed, 0 failed$/m);
  });
});
