import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPOSITION, FOLDER_ORDERS, IMPORT_RULES, WING_ROOMS } from '../import-rules.ts';
import { ROOT } from './support/process/process.ts';

const PLACES = Object.keys(IMPORT_RULES);
const isFile = (place: string) => /\.\w+$/.test(place);
/** A file of each place that code could import from. */
const TARGETS = [
  ...PLACES.map((place) => (isFile(place) ? place : `${place}/probe/some.ts`)),
  ...COMPOSITION.map((name) => (isFile(name) ? `src/${name}` : `src/${name}/some.ts`)),
  'src/schema/probe/graphql.ts',
  'src/schema/probe/list-graphql.ts',
  'src/generated/operations.ts',
  'src/generated/schema-files.ts',
  'src/generated/prisma/client.ts',
  'test/support/some.ts',
];

interface Probe {
  /** The file or folder whose import rule the probe tries. */
  place: string;
  file: string;
  /** The import of each line of the file. */
  imports: string[];
}

/** A file per place and depth: with forbidden imports, and with allowed ones. */
const probes = PLACES.flatMap((place) => {
  const { may, libraries } = IMPORT_RULES[place]!;
  const refused = TARGETS.filter((target) => !isOwn(place, target) && !isAllowed(place, target));
  const taken = [
    ...may.map(someOf),
    ...libraries.map((name) => name.replace('*', 'core')),
    'node:fs/promises',
  ];
  const folders = isFile(place) ? [] : ['', 'deep/', 'deep/deeper/'];
  const files = isFile(place) ? [place] : folders.map((folder) => `${place}/${folder}refused.ts`);
  return [
    ...files.map((file): Probe => ({ place, file, imports: [...refused, 'left-pad', '@left/pad'] })),
    ...folders.map((folder): Probe => ({ place, file: `${place}/${folder}taken.ts`, imports: taken })),
  ];
});
const circle: Probe[] = [
  { place: 'src/rest', file: 'src/rest/circle/a.ts', imports: ['src/rest/circle/b.ts'] },
  { place: 'src/rest', file: 'src/rest/circle/b.ts', imports: ['src/rest/circle/a.ts'] },
];

let folder: string;
/** The reports of the linter, by file; for imports, with their lines. */
let found: Map<string, { code: string; line: number }[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'provender-imports-'));
  await writeFile(
    join(folder, 'oxlint.config.ts'),
    `export { default } from ${JSON.stringify(join(ROOT, 'oxlint.config.ts'))};`,
  );
  for (const { file, imports } of [...probes, ...circle]) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(
      path,
      imports.map((target, at) => `export type * as a${at} from '${specifier(file, target)}';\n`).join(''),
    );
  }
  found = await lint();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(PLACES)('%s', (place) => {
  const mine = probes.filter((probe) => probe.place === place);

  it('cannot import what is not in its line', () => {
    for (const { file, imports } of mine.filter(({ file }) => !file.endsWith('/taken.ts'))) {
      const lines = found.get(file)?.filter(({ code }) => code.includes('no-restricted-imports')) ?? [];
      const refused = new Set(lines.map(({ line }) => imports[line - 1]!));
      expect([file, imports.filter((target) => !refused.has(target))]).toEqual([file, []]);
    }
  });

  it('can import what is in its line', () => {
    for (const { file } of mine.filter(({ file }) => file.endsWith('/taken.ts'))) {
      expect([file, found.get(file) ?? []]).toEqual([file, []]);
    }
  });
});

it('refuses circular imports of files, also of types', () => {
  for (const { file } of circle) expect(found.get(file)).toMatchObject([{ code: 'import(no-cycle)' }]);
});

describe('the rules', () => {
  it('name every file and folder of src and every package', async () => {
    const named = new Set([
      ...PLACES.map((place) => topOf(place)),
      ...COMPOSITION.map((name) => `src/${name}`),
    ]);
    const present = await Promise.all(
      ['src', 'packages'].map(async (root) =>
        (await readdir(join(ROOT, root))).map((name) => `${root}/${name}`),
      ),
    );
    expect([...named].filter((name) => !name.startsWith('web/')).sort()).toEqual(
      present
        .flat()
        .filter((name) => name !== 'src/generated')
        .sort(),
    );
  });

  it('name every room and file of src/schema, of which at most six stand beside the rooms, besides the limits of wings', async () => {
    const named = PLACES.filter((place) => place.startsWith('src/schema/')).sort();
    const wings = new Set(
      named.filter((place) => place.split('/').length > 3).map((place) => topOf(place, 3)),
    );
    const present = await Promise.all(
      (await readdir(join(ROOT, 'src/schema'))).map(async (name) => {
        const path = `src/schema/${name}`;
        const rooms = wings.has(path) ? await readdir(join(ROOT, path)) : [];
        return rooms.length > 0 ? rooms.map((room) => `${path}/${room}`) : [path];
      }),
    );
    expect(named).toEqual(present.flat().sort());
    const files = present.flat().filter((path) => isFile(path) && !path.endsWith('/limits.ts'));
    expect(files.length).toBeLessThanOrEqual(6);
  });

  it.each(Object.entries(FOLDER_ORDERS))('hold the order of the folders of %s', async (root, order) => {
    const folder = join(ROOT, root);
    const files = (await readdir(folder, { recursive: true })).filter((name) => /\/.*\.tsx?$/.test(name));
    // Files beside the folders stand above them.
    const rankOf = (path: string) => {
      const rank = order.indexOf(topOf(path, 1));
      return rank === -1 ? order.length : rank;
    };
    const upwards = await Promise.all(
      files.map(async (name) => {
        const text = await readFile(join(folder, name), 'utf8');
        const imported = Array.from(text.matchAll(/(?: from |import\()'(\.[^']+)'/g), ([, path]) =>
          join(dirname(name), path!),
        );
        return imported
          .filter((path) => !path.startsWith('..') && rankOf(path) > rankOf(name))
          .map((path) => `${name} imports ${path}`);
      }),
    );
    expect(files.length).toBeGreaterThan(50);
    expect(upwards.flat()).toEqual([]);
  });

  it('let generated files import nothing else of src', async () => {
    const folder = join(ROOT, 'src/generated');
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith('.ts')) continue;
      const text = await readFile(join(folder, name), 'utf8');
      const imported = [...text.matchAll(/ from ["'](\.[^"']+)["']/g)].map(([, path]) => path!);
      const outside = imported.filter((path) =>
        relative(folder, join(folder, dirname(name), path)).startsWith('..'),
      );
      expect([name, outside]).toEqual([name, []]);
    }
  });

  it('allow a folder to import only folders above it, so that there are no cycles', () => {
    for (const [at, place] of PLACES.entries()) {
      const above = new Set(['dist/libraries', 'src/generated', ...PLACES.slice(0, at)]);
      // The rooms of a wing are one layer.
      const peers = WING_ROOMS.find((rooms) => rooms.includes(place)) ?? [];
      const upwards = IMPORT_RULES[place]!.may.filter((target) => {
        const parts = PLACES.filter(
          (each) => each.startsWith(`${target}/`) && !WING_ROOMS.flat().includes(target),
        );
        if (parts.length > 0) return !parts.every((each) => above.has(each));
        return !peers.includes(target) && ![...above].some((each) => isOwn(each, target));
      });
      expect([place, upwards]).toEqual([place, []]);
    }
  });
});

/** Returns the first parts of the path of a file or folder. */
function topOf(place: string, parts = 2): string {
  return place.split('/').slice(0, parts).join('/');
}

/** Returns a file that represents a file or folder. */
function someOf(place: string): string {
  return isFile(place) ? place : `${place}/probe/some.ts`;
}

function isOwn(place: string, target: string): boolean {
  return target === place || target.startsWith(`${place}/`);
}

function isAllowed(place: string, target: string): boolean {
  const { may, except = [] } = IMPORT_RULES[place]!;
  return may.some((each) => isOwn(each, target)) && !except.some((glob) => matchesGlob(target, glob));
}

function specifier(from: string, target: string): string {
  if (!/^(dist|src|packages|web|test)\//.test(target)) return target;
  const path = relative(dirname(from), target);
  return path.startsWith('.') ? path : `./${path}`;
}

async function lint(): Promise<typeof found> {
  const program = join(ROOT, 'node_modules/.bin/oxlint');
  // Each rule is broken many times.
  const options = { cwd: folder, maxBuffer: 16 * 1_024 * 1_024 };
  // It exits with 1, because it finds something.
  const { stdout } = await promisify(execFile)(program, ['--format=json', '.'], options).catch(
    (error: { stdout: string }) => error,
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const results: typeof found = new Map();
  for (const { filename, code, labels } of diagnostics) {
    const line = labels[0]!.span.line;
    results.set(filename, [...(results.get(filename) ?? []), { code, line }]);
  }
  return results;
}

interface Diagnostic {
  filename: string;
  code: string;
  labels: { span: { line: number } }[];
}
