/**
 * Compares this version with the last release, the newest tag `v…`; passes while there is none. Fails when
 * schema.graphql breaks clients of the release without a word in the changelog, when a released migration was edited,
 * or when a new migration breaks processes of the release, which share the database while they are replaced.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

const SCHEMA = 'schema.graphql';
const MIGRATIONS = 'prisma/migrations';

const NOT_ADDITIVE: [statement: RegExp, why: string][] = [
  [/\bDROP (?!CONSTRAINT\b|INDEX\b|NOT NULL\b|EXPRESSION\b|TRIGGER\b)/i, 'drops what the release uses'],
  [/\bRENAME\b/i, 'renames what the release uses'],
  [/\bSET NOT NULL\b/i, 'requires a value that the release does not write'],
  [
    /\bADD (?!CONSTRAINT\b)[^,;]*\bNOT NULL\b(?![^,;]*\bDEFAULT\b)(?<!\bDEFAULT\b[^,;]*)/i,
    'requires a value that the release does not write',
  ],
  [/\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i, 'changes a type, which rewrites the table under a lock'],
];

/** Returns the breaking changes of the schema that the changelog's newest section does not name as `Type.field`. */
export async function unnamedBreaks(released: string, current: string, changelog: string): Promise<string[]> {
  const [, newest = ''] = changelog.split(/^## /m);
  const named = newest.split(/^### /m).find((part) => part.startsWith('Breaking')) ?? '';
  const changes = await diff(buildSchema(released), buildSchema(current));
  return changes
    .filter(({ criticality, path }) => {
      return criticality.level === CriticalityLevel.Breaking && !named.includes(`\`${path}\``);
    })
    .map(({ message }) => message);
}

/** Returns why a migration breaks processes of the release; empty if it is additive. */
export function breaksOf(sql: string): string[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/(\$\w*\$).*?\1/gs, '')
    .replaceAll(/'(?:[^']|'')*'/g, '');
  return [...new Set(NOT_ADDITIVE.filter(([found]) => found.test(statements)).map(([, why]) => why))];
}

async function compareWith(tag: string): Promise<string[]> {
  const released = git('ls-tree', '-r', '--name-only', tag, MIGRATIONS).split('\n');
  const edited = released.filter((file) => git('diff', '--name-only', tag, '--', file) !== '');
  const added = readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' })
    .map((name) => `${MIGRATIONS}/${name}`)
    .filter((file) => file.endsWith('.sql') && !released.includes(file));
  return [
    ...(await unnamedBreaks(git('show', `${tag}:${SCHEMA}`), read(SCHEMA), read('CHANGELOG.md'))),
    ...edited.map((file) => `${file} was edited after it was released`),
    ...added.flatMap((file) => breaksOf(read(file)).map((why) => `${file} ${why}`)),
  ];
}

const read = (file: string) => readFileSync(file, 'utf8');

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

if (import.meta.main) {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  const breaks = tag ? await compareWith(tag) : [];
  if (breaks.length > 0) {
    console.error([`This version breaks ${tag}:`, ...breaks].join('\n  '));
    console.error('See docs/versioning.md and "Upgrades and migrations" in docs/operations.md.');
    process.exitCode = 1;
  }
}
