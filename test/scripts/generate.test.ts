import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { copyRepository } from '../support/process/copied-project.ts';

const GENERATED = [
  'src/generated',
  'web/src/generated',
  'dist/libraries',
  ...['callbacks', 'endpoints', 'problems'].map((name) => `packages/client/${name}.ts`),
];
const KEPT = ['schema.graphql', 'openapi.json', 'test/access.txt'];

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'provender-generate-'));
  copyRepository(copy);
  for (const path of GENERATED) rmSync(join(copy, path), { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true }));

const run = (...args: string[]) =>
  execFileSync('npm', ['run', '-s', ...args], { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
const refusal = (...args: string[]) => {
  try {
    return run(...args);
  } catch (error) {
    return (error as { stderr: string }).stderr.trim();
  }
};

/** Returns the text of each generated file, without the mark of when it was written. */
function contents(): Map<string, string> {
  const files = globSync([...GENERATED, ...GENERATED.map((path) => `${path}/**/*.*`)], {
    cwd: copy,
    withFileTypes: true,
  }).filter((file) => file.isFile() && file.name !== 'stamp');
  return new Map(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  );
}

it('writes the same bytes from nothing and again, and leaves what is committed to npm run generate', () => {
  expect(refusal('start')).toBe('The generated code is missing: run "npm run prepare"');
  for (const file of KEPT) appendFileSync(join(copy, file), '# stale\n');
  execFileSync('node', ['scripts/generate.ts'], { cwd: copy, stdio: 'ignore' });
  const written = contents();
  expect(written.size).toBeGreaterThan(50);
  expect(KEPT.filter((file) => !readFileSync(join(copy, file), 'utf8').endsWith('# stale\n'))).toEqual([]);
  expect(
    execFileSync('git', ['status', '--porcelain'], { cwd: copy, encoding: 'utf8' }).match(/^ M .*$/gm),
  ).toEqual(KEPT.toSorted().map((file) => ` M ${file}`));
  expect(refusal('check:generated')).toContain('Commit them:\n  openapi.json');
  expect(contents()).toEqual(written);
  expect(execFileSync('git', ['status', '--porcelain'], { cwd: copy, encoding: 'utf8' })).toBe('');
  expect(run('typecheck')).toBe('');
});

it('an install without the tools to build a checkout fails in one line, and does nothing where all is built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'provender-prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const prepare = () =>
    spawnSync('node', [join(copy, 'scripts/prepare.ts')], { cwd: folder, encoding: 'utf8' });
  const refused = prepare();
  expect(refused.stderr).toMatch(/^A checkout has to be built, .*npm prune --omit=dev"\.\n$/);
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  for (const file of [
    'src/generated/stamp',
    'dist/libraries/LICENSES.txt',
    'web/dist/index.html',
    'dist/docs/index.html',
    'dist/graphql/index.html',
    'dist/receipt/receipt.js',
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  const { status, stdout, stderr } = prepare();
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

it('is refused without the bundled libraries', () => {
  const [folder, elsewhere] = ['libraries', 'elsewhere'].map((name) => join(copy, 'dist', name));
  renameSync(folder!, elsewhere!);
  onTestFinished(() => renameSync(elsewhere!, folder!));
  expect(refusal('start')).toContain('The generated code is missing: run "npm run prepare"');
});

it('is refused when the schema has a file that was not there', () => {
  const file = join(copy, 'src/schema/people/account/new-graphql.ts');
  writeFileSync(file, '');
  onTestFinished(() => rmSync(file));
  expect(refusal('start')).toContain('The generated code is older than its sources: run "npm run prepare"');
});

it.each(['prisma/schema.prisma', 'src/problems.ts', 'web/src/people/account/logo.graphql'])(
  'is refused when older than %s',
  (file) => {
    const before = readFileSync(join(copy, file));
    appendFileSync(join(copy, file), '\n');
    onTestFinished(() => writeFileSync(join(copy, file), before));
    for (const command of ['start', 'check:generated']) {
      expect(refusal(command)).toContain(
        'The generated code is older than its sources: run "npm run prepare"',
      );
    }
  },
);
