import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/process/process.ts';

const PAGE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/**
 * Where a field is more than an ordinary text: the file that a law prescribes, the notes of deliveries and receipts, standing orders, what spreadsheets
 * damage, what columns are called in other languages, assistants, the demo.
 */
const OTHERS =
  /^(web\/src\/delivery\/delivery-note|src\/(export\/traceability|pages\/receipt|schema\/(receipt|standing-order)|schema\/import\/(import-fields|header\/header-names|standing-orders-importer|stored-orders)|mcp\/|demo))/;

/** Returns the files that name a field, apart from generated ones and its migration. */
function placesOf(field: string): string[] {
  const paths = globSync('{prisma/schema.prisma,src/**/*.{ts,graphql},web/src/**/*.{ts,tsx,graphql}}', {
    cwd: ROOT,
  });
  return paths
    .filter((path) => !path.includes('/generated/') && !OTHERS.test(path))
    .filter((path) => new RegExp(`\\b${field}\\b`).test(readFileSync(join(ROOT, path), 'utf8')))
    .toSorted();
}

/** Returns the files that the page on architecture lists for a field. */
function documented(field: string): string[] {
  const line = PAGE.split('\n').find((each) => each.startsWith(`- \`${field}\` `)) ?? '';
  return Array.from(line.matchAll(/`([\w./-]+\/[\w./-]+)`/g), ([, path]) => path!).toSorted();
}

it.each(['packaging', 'orderNumber'])(
  'the field %s is named in the files that the documentation lists',
  (field) => {
    const places = documented(field);
    expect(places.length).toBeGreaterThan(0);
    expect(places.length).toBeLessThanOrEqual(5);
    expect(placesOf(field)).toEqual(places);
  },
);
