/**
 * Compares this version with the last release, as `released` describes it. Fails when GraphQL or REST breaks
 * clients of the release without a word in the changelog, when a released migration was edited, or when a new
 * migration breaks processes of the release, which share the database while they are replaced.
 */
import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { lastRelease, type Release, releaseNow, sqlOf } from './record-release.ts';
import { restBreaks } from './rest-breaks.ts';

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

/**
 * Returns the breaking changes of the schema that the changelog's newest section does not name as
 * `Type.field`.
 */
export async function unnamedBreaks(released: string, current: string, changelog: string): Promise<string[]> {
  const named = breakingIn(changelog);
  const changes = await diff(buildSchema(released), buildSchema(current));
  return changes
    .filter(({ criticality, path }) => {
      return criticality.level === CriticalityLevel.Breaking && !named.includes(`\`${path}\``);
    })
    .map(({ message }) => message);
}

/**
 * Returns the breaking changes of the REST interface that the changelog's newest section does not name as
 * `METHOD /path` or with the field.
 */
export function unnamedRestBreaks(released: string, current: string, changelog: string): string[] {
  const names = Array.from(breakingIn(changelog).matchAll(/`([^`]+)`/g), ([, name]) => name!);
  return restBreaks(released, current).filter((each) => !names.some((name) => each.startsWith(`${name} `)));
}

/** Returns what the changelog's newest section says about breaking changes. */
function breakingIn(changelog: string): string {
  const [, newest = ''] = changelog.split(/^## /m);
  return newest.split(/^### /m).find((part) => part.startsWith('Breaking')) ?? '';
}

/** Returns why a migration breaks processes of the release; empty if it is additive. */
export function breaksOf(sql: string): string[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/(\$\w*\$).*?\1/gs, '')
    .replaceAll(/'(?:[^']|'')*'/g, '');
  return [...new Set(NOT_ADDITIVE.filter(([found]) => found.test(statements)).map(([, why]) => why))];
}

/** Returns the faults of migrations, compared with those of a release, by name and SHA-256. */
export function brokenMigrations(
  released: Record<string, string>,
  current: Record<string, string>,
  sql: (name: string) => string,
): string[] {
  const changed = Object.keys(released).filter((name) => current[name] !== released[name]);
  const added = Object.keys(current).filter((name) => !(name in released));
  return [
    ...changed.map((name) => `${name} was ${name in current ? 'edited' : 'removed'} after it was released`),
    ...added.flatMap((name) => breaksOf(sql(name)).map((why) => `${name} ${why}`)),
  ];
}

if (import.meta.main) {
  const release = lastRelease();
  if (release) await compareWith(release);
  else console.log('Nothing was released yet, so nothing is compared with a release.');
}

async function compareWith({ version, schemas, migrations }: Release): Promise<void> {
  const now = releaseNow();
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const graphql = [schemas['schema.graphql'], now.schemas['schema.graphql'], changelog] as const;
  const rest = [schemas['openapi.json'], now.schemas['openapi.json'], changelog] as const;
  const breaks = [
    ...(await unnamedBreaks(...graphql)),
    ...unnamedRestBreaks(...rest),
    ...brokenMigrations(migrations, now.migrations, sqlOf),
  ];
  if (breaks.length > 0) {
    console.error([`This version breaks ${version}:`, ...breaks].join('\n  '));
    console.error('See docs/versioning.md and "Upgrades and migrations" in docs/operations.md.');
    process.exitCode = 1;
  }
}
