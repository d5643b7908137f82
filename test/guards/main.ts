import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyFiles } from '../support/process/copied-project.ts';
import { guardsOfChange } from './changed.ts';
import { allGuards, type Guard, problemsOf, testFilesOf } from './guard.ts';

/**
 * `npm run test:guards [NAME | PART OF A PATH]…` removes the guards one at a time, in copies of the project,
 * and runs the tests that must fail then. It fails if a guard is not found, or fewer than 95 % are caught.
 * With `--changed` it takes the guards of files that changed, as CI does.
 */

const LEAST_CAUGHT = 0.95;
const COPIES = 2;
const TIMEOUT_MS = 180_000;
const ROOT = join(import.meta.dirname, '../..');

const parts = process.argv.slice(2);
const guards = parts.includes('--changed')
  ? guardsOfChange(allGuards())
  : allGuards().filter(
      ({ name, file }) => parts.length === 0 || parts.some((part) => name === part || file.includes(part)),
    );
const startedAt = Date.now();
requireFound();
await requirePassing();
const missed = await breakAll();
const caught = guards.length - missed.length;
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
for (const { file, name } of missed) process.stdout.write(`NOT CAUGHT  ${file}: ${name}\n`);
process.stdout.write(`${caught} of ${guards.length} guards are caught, in ${minutes} minutes\n`);
process.exitCode = caught / guards.length >= LEAST_CAUGHT ? 0 : 1;

/** Requires that each guard can be removed. */
function requireFound(): void {
  const problems = problemsOf(guards);
  if (problems.length === 0) return;
  process.stdout.write(`${problems.join('\n')}\n`);
  process.exit(1);
}

/** Requires that the tests pass as long as nothing is broken. It also builds what they need. */
async function requirePassing(): Promise<void> {
  const parts = guards.flatMap(({ tests }) => tests);
  const { output, code } = await runTests(ROOT, parts, ['--maxWorkers=2']);
  if (code === 0) return;
  process.stdout.write(`${output}\nThe tests must pass before anything is broken\n`);
  process.exit(1);
}

/** Breaks all guards, in as many copies as run at a time. Returns those that no test missed. */
async function breakAll(): Promise<Guard[]> {
  const waiting = guards.values();
  const uncaught: Guard[] = [];
  await Promise.all(
    Array.from({ length: COPIES }, async () => {
      const copy = copyProject();
      try {
        for (const guard of waiting) {
          const isCaught = await breakOne(copy, guard);
          if (!isCaught) uncaught.push(guard);
          process.stdout.write(`${isCaught ? 'caught      ' : 'NOT CAUGHT  '}${guard.file}: ${guard.name}\n`);
        }
      } finally {
        rmSync(copy, { recursive: true, force: true });
      }
    }),
  );
  return uncaught;
}

/** Copies the project beside its installed packages and its builds. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'provender-guards-'));
  copyFiles(copy);
  for (const built of ['dist', 'web/dist']) cpSync(join(ROOT, built), join(copy, built), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Returns whether a test fails without the guard. A program that does not start is no proof. */
async function breakOne(copy: string, { file, without, tests }: Guard): Promise<boolean> {
  const path = join(copy, file);
  const intact = readFileSync(path, 'utf8');
  writeFileSync(path, without!);
  const options = ['--maxWorkers=1', '--bail=1', '--testTimeout=20000'];
  const { output, isOver } = await runTests(copy, tests, options, file.startsWith('prisma/migrations/'));
  writeFileSync(path, intact);
  const failed = / FAIL .* > /.test(output);
  if (!failed && !isOver && !/^\d+ passed, 0 failed/m.test(output)) process.stdout.write(`${output}\n`);
  return failed || isOver;
}

/** Runs tests. Those that wait for ever without a guard are ended. A broken migration has to be run anew. */
async function runTests(cwd: string, parts: string[], options: string[], isOfMigration = false) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...options, ...testFilesOf(parts)];
  const isCopy = cwd !== ROOT;
  // A guard takes seconds because nothing is built again without it.
  const env = {
    ...process.env,
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    KEEP_BUILDS: isCopy ? 'true' : '',
    MIGRATE_ANEW: isOfMigration ? 'true' : '',
  };
  const timeout = isCopy ? TIMEOUT_MS : 0;
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
      cwd,
      env,
      timeout,
      maxBuffer: 64 * 1_024 ** 2,
    });
    return { code: 0, output: stdout + stderr, isOver: false };
  } catch (error) {
    const { code, stdout, stderr, killed } = error as Record<string, unknown>;
    return { code, output: `${stdout as string}${stderr as string}`, isOver: killed === true };
  }
}
