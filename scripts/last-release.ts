/**
 * Runs the tests of the last release on the schema of this version: while processes are replaced one by one,
 * those of the last release use it too (docs/operations.md, "Upgrades and migrations").
 */
import { execFileSync, type StdioOptions } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIGRATIONS = 'prisma/migrations';
/** They read and write through every door, and send webhooks. */
const TESTS = ['test/rest', 'test/graphql', 'test/jobs'];

const tag = run('git', ['tag', '--list', 'v*', '--sort=-version:refname']).split('\n')[0];
if (!tag) {
  console.log('No release yet, so none has to run on this schema.');
} else if (run('git', ['diff', '--name-only', tag, '--', MIGRATIONS]) === '') {
  console.log(`${tag} has the same schema.`);
} else {
  console.log(`Testing ${tag} on the schema of this version.`);
  testOnThisSchema(tag);
}

function testOnThisSchema(tag: string): void {
  const folder = join(mkdtempSync(join(tmpdir(), 'provender-')), 'release');
  try {
    run('git', ['worktree', 'add', '--detach', folder, tag]);
    cpSync(MIGRATIONS, join(folder, MIGRATIONS), { recursive: true });
    run('npm', ['ci', '--no-audit', '--no-fund'], folder, 'inherit');
    run('npx', ['vitest', 'run', ...TESTS], folder, 'inherit');
  } finally {
    run('git', ['worktree', 'remove', '--force', folder]);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

/** Returns the standard output. @throws Error when the command fails */
function run(command: string, args: string[], cwd = '.', stdio: StdioOptions = 'pipe'): string {
  return (execFileSync(command, args, { cwd, stdio, encoding: 'utf8' }) ?? '').trim();
}
