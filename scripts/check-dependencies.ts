/**
 * Fails when a dependency of what runs is not in docs/dependencies.md, or is in it and gone, or is not
 * pinned, or when a package with an install script is not named there.
 */
import { globSync, readFileSync } from 'node:fs';

const GUIDE = 'docs/dependencies.md';
/** A platform at the end of a name: the variants of a package have the scripts of the one that is named. */
const PLATFORM = /(?:linux|darwin|windows)-\w+$/;

/** The parts of a manifest that say what runs. */
interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The parts of a lock file that say what is installed to run. */
interface Lock {
  packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
}

/** Returns the faults of the guide, compared with manifests and the lock file. */
export function faultsOf(guide: string, manifests: readonly Manifest[], lock: Lock): string[] {
  const needed = neededPackages(manifests);
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  const listed = new Set(rows.flatMap((row) => namesIn(row.split(' | ', 1)[0]!)));
  const scripts = sectionOf(guide, 'Install scripts');
  const named = new Set(namesIn(scripts).map((name) => name.replace(PLATFORM, '')));
  const running = Object.entries(lock.packages)
    .filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  return [
    ...[...needed.keys()].filter((name) => !listed.has(name)).map((name) => `${name} is not in ${GUIDE}`),
    ...[...listed]
      .filter((name) => !needed.has(name))
      .map((name) => `${name} is in ${GUIDE}, but not needed`),
    ...[...needed]
      .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${name} is not pinned: ${version}`),
    ...running
      .filter((name) => !named.has(name.replace(PLATFORM, '')))
      .map((name) => `${name} has an install script, which ${GUIDE} does not name`),
  ];
}

/** Returns the versions of the packages that the service needs while it runs, by name. */
export function neededPackages(manifests: readonly Manifest[] = readManifests()): Map<string, string> {
  const own = new Set(manifests.map(({ name }) => name));
  return new Map(
    manifests
      .flatMap((each) => Object.entries({ ...each.dependencies, ...each.optionalDependencies }))
      .filter(([name]) => !own.has(name)),
  );
}

function readManifests(): Manifest[] {
  return globSync(['package.json', 'packages/*/package.json']).map(read) as Manifest[];
}

/** Returns the names in backticks. */
export function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, name]) => name!);
}

/** Returns a section of a guide; empty if it has none. */
export function sectionOf(text: string, title: string): string {
  return text.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? '';
}

if (import.meta.main) {
  const faults = faultsOf(readFileSync(GUIDE, 'utf8'), readManifests(), read('package-lock.json') as Lock);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
