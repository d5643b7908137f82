import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WAITS_FOR_MANY } from '../../scripts/lint/promise-all.ts';
import { ROOT } from '../support/process/process.ts';

const REFUSED = [
  'Promise.all(rows.map(work))',
  'Promise.all([...rows.map(work)])',
  'Promise.all([work(1), ...rows.map(work)])',
  'Promise.allSettled(rows.map(work))',
  'Promise.race(rows.map(work))',
  'Promise.any(promises)',
];
const TAKEN = [
  'Promise.all([work(1), work(2)])',
  'Promise.race([work(1), promises[0]])',
  'Promise.resolve(rows)',
];

/** Returns the lines of a file of `src` that the linter refuses as waiting for rows. */
async function refusedIn(file: string, lines: string[]): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'provender-lint-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, file, '..'), { recursive: true });
  await writeFile(join(folder, file), lines.map((line) => `void ${line};\n`).join(''));
  const config = `export { default } from ${JSON.stringify(join(ROOT, 'oxlint.config.ts'))};`;
  await writeFile(join(folder, 'oxlint.config.ts'), config);
  const { stdout } = await promisify(execFile)(
    join(ROOT, 'node_modules/.bin/oxlint'),
    ['--format=json', '.'],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics
    .filter(({ code }) => code === 'rows(promise-all)')
    .map(({ labels }) => labels[0]!.span.line)
    .sort((one, other) => one - other);
}

describe('the linter', () => {
  it('refuses to wait for as many promises as there are rows', async () => {
    expect(await refusedIn('src/schema/catalogue/product/read.ts', [...REFUSED, ...TAKEN])).toEqual(
      REFUSED.map((_, at) => at + 1),
    );
  });

  it('lets listed files do so', async () => {
    expect(await refusedIn(Object.keys(WAITS_FOR_MANY).at(-1)!, REFUSED)).toEqual([]);
  });

  it.each(Object.keys(WAITS_FOR_MANY))('has to list %s', async (file) => {
    const text = await readFile(join(ROOT, file), 'utf8');
    expect(text).toMatch(/Promise\.(all|race|any|allSettled)\((?!\[)|\(\[\.\.\./);
  });
});
