import { configDefaults, defineConfig } from 'vitest/config';
import { closingLine } from './test/support/run/closing-line.ts';
import { longestTurns } from './test/support/run/longest-turns.ts';
import { LONG, MORE_LONG, MORE_WEEKLY, WEEKLY } from './test/support/run/kinds.ts';
import { LongestFirst } from './test/support/run/longest-first.ts';

const ALL = ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'];

/** Files that replace a module: each needs a process that has not imported it yet. */
const ALONE = ['test/schema/people/account/password.test.ts', 'test/schema/people/session/sign-in.test.ts'];

/** Which files run: those of `npm test`, or with TESTS those of `test:long` or `test:weekly`. */
const { include, exclude } = filesOf(process.env.TESTS);

export default defineConfig({
  // A single copy of graphql for Pothos, Yoga and the service.
  ssr: { resolve: { conditions: ['module-sync', 'module', 'node'] } },
  test: {
    globalSetup: [
      'test/support/run/scratch.ts',
      'test/support/run/builds.ts',
      'test/support/run/cluster.ts',
      'test/support/web/chromium.ts',
    ],
    reporters: ['default', longestTurns, closingLine],
    // No test asserts wall time, and a machine that others use too can be many times slower.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Browsers can be slow to show what a test waits for.
    expect: { poll: { timeout: 60_000 } },
    // On two idle cores, 64 files of all kinds took 131 and 142 s at four a time, 149 s at six and 162 s at
    // three: the more wait for a core, the more often they look whether something has happened.
    maxWorkers: 4,
    // CI can be several times slower than a developer's machine: a test that missed its time gets a second
    // try there.
    retry: process.env.CI ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    // Spreadsheets are read by the bundled program, which takes a third of the CPU time to start. Copies in
    // which a guard is broken keep the builds of the original, so they use their sources.
    execArgv: process.env.KEEP_BUILDS ? [] : ['--conditions=joined'],
    // Files share processes, because importing the whole service takes longer than the tests of most files.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'alone', isolate: true, include: process.env.TESTS ? [] : ALONE } },
      { extends: true, test: { name: 'others', include, exclude: [...configDefaults.exclude, ...exclude] } },
    ],
  },
});

function filesOf(kind: string | undefined): { include: string[]; exclude: string[] } {
  // Whoever names files wants these.
  if (process.argv.some((arg) => arg.startsWith('test/'))) return { include: ALL, exclude: ALONE };
  if (kind === 'long') return { include: [...LONG, ...MORE_LONG], exclude: [] };
  if (kind === 'weekly') return { include: [...WEEKLY, ...MORE_WEEKLY], exclude: [] };
  return { include: ALL, exclude: [...ALONE, ...LONG, ...WEEKLY] };
}
