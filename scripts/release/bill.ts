import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shipped } from '../licences.ts';
import type { Commit } from './checkout.ts';
import { idOf } from './shipped.ts';

interface Bill {
  serialNumber: string;
  metadata: { timestamp: string; component: { name: string; 'bom-ref': string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * Returns the bill of materials (CycloneDX) that npm makes of the lock file, of what is shipped alone. Its
 * number and time are those of the commit.
 */
export function billOf(checkout: string, { hash, time }: Commit, packages: readonly Shipped[]): string {
  const options = ['--sbom-format', 'cyclonedx', '--package-lock-only'];
  const text = execFileSync('npm', ['sbom', ...options], {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const bill = JSON.parse(text) as Bill;
  const { name } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { name: string };
  const own = globSync('packages/*/package.json', { cwd: checkout }).map(
    (file) => JSON.parse(readFileSync(join(checkout, file), 'utf8')) as Shipped,
  );
  const root = bill.metadata.component;
  const shipped = new Set([root['bom-ref'], ...[...own, ...packages].map(idOf)]);
  bill.serialNumber = `urn:uuid:${uuidOf(hash)}`;
  bill.metadata.timestamp = new Date(time * 1_000).toISOString();
  // npm takes the name of the folder.
  root.name = name;
  bill.components = bill.components.filter((each) => shipped.has(each['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => shipped.has(each)) }));
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Returns a UUID of a hash (RFC 9562, version 8). */
function uuidOf(hash: string): string {
  const hex = `${hash.slice(0, 12)}8${hash.slice(13, 16)}a${hash.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
