import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { WORKLOADS } from '../lab/bench/workloads.ts';
import { JOINED, NODE_COMPILE_CACHE, ROOT } from './support/process/process.ts';

const run = promisify(execFile);
const OPTIONS = { timeout: 300_000 };
const HAS_HAPROXY = spawnSync('haproxy', ['-v']).status === 0;

/** The table a script prints. It exits with an error when a guarantee is broken. */
async function smoke(script: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, NODE_COMPILE_CACHE, CHAOS_PROGRAM: `${JOINED}/main.js` };
  const { stdout } = await run(process.execPath, [`${script}.ts`, '--smoke', ...args], { cwd: ROOT, env });
  return stdout;
}

describe('the service', () => {
  it('loses nothing as its processes are killed', OPTIONS, async () => {
    const table = await smoke('lab/chaos/kill');
    expect(table).toMatch(/acknowledged changes missing +0 +guarantee +ok/);
    expect(table).toMatch(/events the receiver never saw +0 +guarantee +ok/);
  });

  it('loses nothing and stays alive as PostgreSQL crashes', OPTIONS, async () => {
    const table = await smoke('lab/chaos/postgres');
    expect(table).toMatch(/events the receiver never saw +0 +guarantee +ok/);
    expect(table).toMatch(/processes that survived +2 of 2 +guarantee +ok/);
  });

  // Each attack starts a service or loads one; `npm run chaos:neighbours` runs all.
  it('stays alive and fails no other account through attacks', OPTIONS, async () => {
    const attacks = 'idempotent-posts,own-bad-endpoints';
    const table = await smoke('lab/chaos/neighbours', '--only', attacks);
    for (const name of attacks.split(',')) expect(table).toMatch(new RegExp(`^ +${name} .* ok$`, 'm'));
    expect(table).toMatch(/idempotent-posts .* [1-9]\d* × 201/);
    expect(table).not.toMatch(/UNFAIR|PROCESS ENDED/);
  });

  it('has in a backup under load what was acknowledged before it', OPTIONS, async () => {
    const table = await smoke('lab/scale/drill');
    expect(table).toMatch(/REST responses that differ +0 +guarantee +ok/);
    expect(table).toMatch(/acknowledged changes missing +0 +guarantee +ok/);
  });

  it.skipIf(!HAS_HAPROXY)(
    'fails no request as instances become the next version and back',
    OPTIONS,
    async () => {
      const table = await smoke('lab/scale/rolling');
      expect(table).toMatch(/attempts that failed +0 +guarantee +ok/);
      expect(table).toMatch(/the last migration is +\S+_of_the_next_version +guarantee +ok/);
    },
  );
});

it('the pages and traces of large accounts can be measured', OPTIONS, async () => {
  const table = await smoke('lab/bench/large');
  expect(table).toMatch(/status=completed +[\d.]+ +[\d.]+ +[\d.]+$/m);
  expect(table).toMatch(/productId=3&lot=L20 +[\d.]+ +[\d.]+ +[\d.]+$/m);
});

it('the benchmark and its baseline respond with the same', OPTIONS, async () => {
  const table = await smoke('lab/bench/main');
  for (const { title } of WORKLOADS) expect(table).toContain(`  ${title}  `);
});
