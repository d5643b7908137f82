/**
 * `npm run release` builds everything that a publication of this commit needs, into `dist/release`. The same
 * commit makes the same bytes, wherever it is built.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { releaseNow, releaseOf } from './record-release.ts';
import { archive } from './release/archive.ts';
import { billOf } from './release/bill.ts';
import { checkOut, commitOf } from './release/checkout.ts';
import { writeClientPackage } from './release/client-package.ts';
import { requireMaintained, requireNoVulnerabilities } from './release/require-known.ts';
import { writeServicePackage } from './release/service-package.ts';
import { licenceText, shippedIn } from './release/shipped.ts';

const TARGET = resolve('dist/release');

async function main(): Promise<void> {
  const commit = commitOf(process.cwd());
  const release = releaseNow();
  const { version, schemas } = release;
  const recorded = releaseOf(version);
  if (recorded && !isDeepStrictEqual(recorded, release))
    throw new Error(`released/${version} describes other schemas than this commit has`);
  const notes = notesOf(version, readFileSync('CHANGELOG.md', 'utf8'));
  requireNoVulnerabilities();
  await requireMaintained();

  const work = mkdtempSync(join(tmpdir(), 'provender-release-'));
  try {
    const [checkout, service, client] = ['checkout', 'service', 'client'].map((name) => join(work, name));
    checkOut(process.cwd(), commit, checkout!);
    execFileSync('node', ['scripts/prepare.ts'], { cwd: checkout!, stdio: 'inherit' });
    const servicePackage = join(service!, 'package');
    writeServicePackage(checkout!, commit, servicePackage);
    const shipped = shippedIn(checkout!, join(servicePackage, 'npm-shrinkwrap.json'));
    const licences = licenceText(shipped);
    writeFileSync(join(servicePackage, 'LICENSES.txt'), licences);
    mkdirSync(client!);
    writeClientPackage(checkout!, client!);
    const bill = billOf(checkout!, commit, shipped);

    rmSync(TARGET, { recursive: true, force: true });
    mkdirSync(TARGET, { recursive: true });
    archive(service!, commit.time, join(TARGET, `provender-${version}.tgz`));
    archive(client!, commit.time, join(TARGET, `provender-client-${version}.tgz`));
    const texts = { ...schemas, 'sbom.cdx.json': bill, 'LICENSES.txt': licences, 'NOTES.md': notes };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(TARGET, name), text);
    writeFileSync(join(TARGET, 'SHA256SUMS'), checksumsOf(TARGET));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  console.log(`Provender ${version} (${commit.hash}) is in dist/release:`);
  for (const name of readdirSync(TARGET).toSorted())
    console.log(`${String(statSync(join(TARGET, name)).size).padStart(10)}  ${name}`);
}

/**
 * Returns the section of a version in the changelog; that of 0.2.0 for 0.2.0-dev.
 *
 * @throws Error if it has none
 */
function notesOf(version: string, changelog: string): string {
  const section = changelog.split(/^## /m).find((each) => each.split(/\s/, 1)[0] === version.split('-')[0]);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section of ${version}`);
  return `# Provender ${version}\n\n${section.slice(section.indexOf('\n')).trim()}\n`;
}

/** Returns what `sha256sum --check` reads. */
function checksumsOf(folder: string): string {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      return `${hash}  ${name}\n`;
    })
    .join('');
}

await main();
