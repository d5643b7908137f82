/**
 * Generates everything, and fails if that changes, adds or removes a file of the project. The files are
 * compared with what they were before, so that they need not be committed.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { requireGenerated } from '../src/require-generated.ts';

/** Returns a hash of the content of each file of the project, apart from ignored ones. */
function contents(): Map<string, string> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 ** 2,
  });
  const files = listed.split('\0').filter((file) => file && existsSync(file));
  return new Map(
    files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('base64')]),
  );
}

try {
  requireGenerated();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
const before = contents();
execFileSync('npm', ['run', '-s', 'generate'], { stdio: 'inherit' });
const after = contents();
const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
  (file) => before.get(file) !== after.get(file),
);
if (changed.length > 0) {
  console.error(['npm run generate changed these files. Commit them:', ...changed].join('\n  '));
  process.exitCode = 1;
}
