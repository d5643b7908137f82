import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../process/process.ts';

/** The callers that may use something, and the permission that decides it, as `authScopes` names it. */
export interface Guard {
  needs: string;
  for: readonly string[];
}

export interface Root extends Guard {
  /** `one` record or value, all records as a `list`, or part of them as a `connection` or a `page`. */
  gives: 'one' | 'list' | 'connection' | 'page';
  of: string;
  /** The record that the argument `id` names. */
  id?: string;
  /** The action in the audit log, unless the verb writes the entry. */
  audit?: string;
  /** The action of a failure. */
  refused?: string;
}

const [, roots = '', types = '', fields = ''] = readFileSync(join(ROOT, 'test/access.txt'), 'utf8').split(
  /^## .*$/m,
);

/** The root fields. */
export const ROOTS = linesOf<Root>(roots);
/** The types, with the permission that all of their fields need. */
export const TYPES = linesOf<Guard>(types);
/** The fields that need something in addition to their type. */
export const FIELDS = linesOf<Guard>(fields);

/** Reads a table: columns are apart by two spaces or more. */
function linesOf<Line extends Guard>(table: string): Readonly<Record<string, Line>> {
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  return Object.fromEntries(
    rows.map(([name = '', needs, askers = '', ...others]) => [
      name,
      { needs, for: askers.split(' '), ...Object.fromEntries(others.map((each) => each.split('='))) } as Line,
    ]),
  );
}
