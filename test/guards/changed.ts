import { execFileSync } from 'node:child_process';
import type { Guard } from './guard.ts';

/** The maximum number of guards that CI breaks for a commit. */
const MAX = 40;

/**
 * Returns at most 40 guards: those of files that differ from `origin/main`, not of files that only moved.
 * Without its history, or where it is the same, they are spread over all, and every commit has others.
 */
export function guardsOfChange(guards: Guard[]): Guard[] {
  const changed = changedFiles();
  const theirs = guards.filter(({ file }) => changed.has(file));
  const chosen = theirs.length > 0 ? theirs : guards;
  if (chosen.length <= MAX) return chosen;
  const step = chosen.length / MAX;
  const first = Number.parseInt(git('rev-parse', 'HEAD').slice(0, 6), 16) % chosen.length;
  return Array.from({ length: MAX }, (_, at) => chosen[(first + Math.floor(at * step)) % chosen.length]!);
}

function changedFiles(): Set<string> {
  try {
    const rows = git('diff', '--name-status', '-M', 'origin/main', 'HEAD').split('\n');
    return new Set(rows.filter((row) => !row.startsWith('R100')).map((row) => row.split('\t').at(-1)!));
  } catch {
    return new Set();
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
