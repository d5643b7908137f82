import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { buildAnew, isUpToDate } from '../support/run/up-to-date.ts';

const BUILD = { built: ['built'], sources: ['*.sql'], command: ['join'] };
let folder: string;
let stamp: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'provender-builds-'));
  stamp = join(folder, 'stamps/one.json');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  write('1.sql', 'first');
  write('2.sql', 'second');
  await build();
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const build = () => buildAnew(folder, BUILD, stamp, async () => write('built', 'joined'));

/** Gives a file the time of another, as tools do that restore times. */
function backdate(name: string, like: string): void {
  const { atime, mtime } = statSync(join(folder, like));
  utimesSync(join(folder, name), atime, mtime);
}

it('keeps a build whose sources are the same, however old', () => {
  expect(isUpToDate(folder, BUILD, stamp)).toBe(true);
  write('1.sql', readFileSync(join(folder, '1.sql'), 'utf8'));
  write('notes.md', 'no source');
  expect(isUpToDate(folder, BUILD, stamp)).toBe(true);
});

it.each<[string, () => void]>([
  ['changed, with an older time', () => (write('2.sql', 'other'), backdate('2.sql', '1.sql'))],
  ['gone', () => rmSync(join(folder, '2.sql'))],
  ['named otherwise', () => (rmSync(join(folder, '2.sql')), write('3.sql', 'second'))],
  ['new, with an older time', () => (write('0.sql', 'new'), backdate('0.sql', '1.sql'))],
])('builds again when a source is %s, as after a switch to another branch', async (_what, change) => {
  change();
  expect(isUpToDate(folder, BUILD, stamp)).toBe(false);
  await build();
  expect(isUpToDate(folder, BUILD, stamp)).toBe(true);
});

it('builds again what is missing, was built otherwise or by another command', () => {
  expect(isUpToDate(folder, { ...BUILD, command: ['join', '--fast'] }, stamp)).toBe(false);
  write('built', 'by hand');
  utimesSync(join(folder, 'built'), 1, 1);
  expect(isUpToDate(folder, BUILD, stamp)).toBe(false);
  rmSync(join(folder, 'built'));
  expect(isUpToDate(folder, BUILD, stamp)).toBe(false);
});

it('leaves no stamp when a build fails', async () => {
  const failing = buildAnew(folder, BUILD, stamp, () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(isUpToDate(folder, BUILD, stamp)).toBe(false);
});
