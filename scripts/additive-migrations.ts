/**
 * Fails when a migration breaks the previous release, which keeps running on the new schema while processes are
 * replaced one by one (docs/operations.md, "Upgrades and migrations").
 */
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'prisma/migrations';
/** Older migrations were never applied while a release was running. */
const LAST_BEFORE_RULE = '20261127010000_request_failures';
const SECOND_STEP = /^-- second step of (\w+): \S.+$/m;

const BREAKS: [statement: RegExp, why: string][] = [
  [
    /\bDROP (?:TABLE|COLUMN|VIEW|TYPE|FUNCTION|SCHEMA|SEQUENCE)\b/i,
    'drops something that the previous release uses',
  ],
  [
    /\bDROP (?!(?:TABLE|COLUMN|VIEW|TYPE|FUNCTION|SCHEMA|SEQUENCE|CONSTRAINT|INDEX|NOT NULL|EXPRESSION|TRIGGER)\b)/i,
    'drops something that the previous release uses',
  ],
  [/\bRENAME\b/i, 'renames something that the previous release uses'],
  [/\bSET NOT NULL\b/i, 'requires a value that the previous release does not write'],
  [
    /\bADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT\b)[^,;]*\bNOT NULL\b(?![^,;]*\b(?:DEFAULT|GENERATED)\b)(?<!\b(?:DEFAULT|GENERATED)\b[^,;]*)/i,
    'requires a value that the previous release does not write',
  ],
  [/\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i, 'changes a type and rewrites the table under a lock'],
  [/\block_timeout\b/i, 'sets how long it waits for locks, which src/database/migrate.ts does'],
];

/**
 * Returns why a migration breaks the previous release; empty if it does not, or is the second step of an earlier one.
 */
export function breaksOf(sql: string, earlier: readonly string[]): string[] {
  const [, first] = SECOND_STEP.exec(sql) ?? [];
  if (first !== undefined) {
    return earlier.includes(first)
      ? []
      : [`is the second step of ${first}, which is not an earlier migration`];
  }
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/(\$\w*\$).*?\1/gs, '')
    .replaceAll(/'(?:[^']|'')*'/g, '');
  return [...new Set(BREAKS.filter(([statement]) => statement.test(statements)).map(([, why]) => why))];
}

if (import.meta.main) {
  const names = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const found = names
    .filter((name) => name > LAST_BEFORE_RULE)
    .flatMap((name) => {
      const sql = readFileSync(`${FOLDER}/${name}/migration.sql`, 'utf8');
      return breaksOf(
        sql,
        names.filter((other) => other < name),
      ).map((why) => `${name} ${why}`);
    });
  if (found.length > 0) {
    process.stderr.write(`${found.join('\n')}\nSee docs/operations.md, "Upgrades and migrations".\n`);
    process.exitCode = 1;
  }
}
