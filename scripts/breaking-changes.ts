/**
 * Fails when schema.graphql breaks clients of the last release, unless the changelog lists the change. With --release,
 * saves the current schema as that of the release.
 */
import { copyFileSync, readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges } from 'graphql';

const CURRENT = 'schema.graphql';
const RELEASED = 'schema.released.graphql';

/** Returns the breaking changes between two schemas that the changelog's newest section does not list. */
export function unnamedBreaks(released: string, current: string, changelog: string): string[] {
  const named = breakingSectionOf(changelog);
  return findBreakingChanges(buildSchema(released), buildSchema(current))
    .map(({ description }) => description)
    .filter((description) => !named.includes(`\`${coordinateIn(description)}\``));
}

/** Returns the text under `### Breaking` in the newest section. */
function breakingSectionOf(changelog: string): string {
  const [, newest = ''] = changelog.split(/^## /m);
  return newest.split(/^### /m).find((part) => part.startsWith('Breaking')) ?? '';
}

/** Returns `Delivery.notes` for "Field Delivery.notes was removed." */
function coordinateIn(description: string): string {
  return /(\S+) (?:was|has|changed|no longer)\b/.exec(description)?.[1] ?? description;
}

if (import.meta.main) {
  if (process.argv.includes('--release')) {
    copyFileSync(CURRENT, RELEASED);
  } else {
    const [released, current, changelog] = [RELEASED, CURRENT, 'CHANGELOG.md'].map((file) =>
      readFileSync(file, 'utf8'),
    ) as [string, string, string];
    const breaks = unnamedBreaks(released, current, changelog);
    if (breaks.length > 0) {
      const advice =
        'Undo them, or list each as `Type.field` under "### Breaking" in the newest section of CHANGELOG.md.';
      console.error(['schema.graphql breaks what was released:', ...breaks, advice].join('\n  '));
      process.exitCode = 1;
    }
  }
}
