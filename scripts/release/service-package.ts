import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXTERNAL } from '../build/service.ts';
import { type Commit, type Locked, packagesIn } from './checkout.ts';

/** Where the bundle is: as deep as the folders of `src`, whose files name others by relative paths. */
const SERVICE = 'dist/joined';

/** Files that the service reads or serves while it runs, and that operators load into other programs. */
const FILES = [
  SERVICE,
  'LICENSE',
  'CHANGELOG.md',
  'bin/provender.js',
  'bin/check-health.js',
  'dist/docs',
  'dist/graphql',
  'dist/receipt',
  'ops',
  'prisma/migrations',
  'web/dist',
  'web/public/icon.svg',
];

/**
 * Packages that npm installs beside the others: for those inside of a package it installs no programs of the
 * platform. They need nothing else, and name these by exact versions.
 */
const BESIDE = new Set(['@node-rs/argon2']);
const INSIDE = EXTERNAL.filter((name) => !BESIDE.has(name));

/** Where the service runs. */
const PLATFORMS = { os: ['linux', 'darwin'], cpu: ['x64', 'arm64'] };

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  imports: Record<string, { joined: string }>;
  overrides: Record<string, Record<string, string>>;
  devDependencies: Record<string, string>;
  engines: object;
}

/**
 * Writes the package of the service to `folder`, from a checkout in which everything is generated and built.
 */
export function writeServicePackage(checkout: string, { hash }: Commit, folder: string): void {
  execFileSync('vite', ['build', '--config', 'scripts/build/service.ts', '--logLevel', 'warn'], {
    cwd: checkout,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ofPages = globSync('src/pages/**/*.!(ts)', { cwd: checkout });
  for (const file of [...FILES, ...ofPages]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(checkout, file), join(folder, file), { recursive: true });
  }
  const manifest = manifestOf(checkout, hash);
  const locked = writeShrinkwrap(checkout, manifest, folder);
  writeJson(join(folder, 'package.json'), { ...manifest, bundleDependencies: INSIDE });
  copyBundled(checkout, locked, folder);
}

/** Writes the part of the lock file that the package needs, and returns its packages. */
function writeShrinkwrap(checkout: string, manifest: object, folder: string): Record<string, Locked> {
  const file = join(folder, 'npm-shrinkwrap.json');
  cpSync(join(checkout, 'package-lock.json'), file);
  writeJson(join(folder, 'package.json'), { ...manifest, overrides: overridesOf(checkout) });
  // npm removes what the package does not need, and keeps the versions of the rest.
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--package-lock-only', ...offline], { cwd: folder, stdio: 'inherit' });
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };
  for (const [path, each] of Object.entries(lock.packages)) {
    if (path === '') each.bundleDependencies = INSIDE;
    else if (!each.os && !BESIDE.has(nameAt(path))) each.inBundle = true;
  }
  writeJson(file, lock);
  return lock.packages;
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/**
 * Copies the packages that run on every platform into the package: npm reads the shrinkwrap of a package from
 * a registry only, and would install newer versions with a file.
 */
function copyBundled(checkout: string, locked: Record<string, Locked>, folder: string): void {
  for (const path of Object.keys(locked).filter((each) => locked[each]!.inBundle)) {
    const from = join(checkout, path);
    cpSync(from, join(folder, path), {
      recursive: true,
      dereference: true,
      // Packages inside of packages have entries of their own.
      filter: (file) => !file.slice(from.length).includes('/node_modules'),
    });
  }
}

function manifestOf(checkout: string, gitHead: string) {
  const own = manifestIn(checkout);
  const locked = packagesIn(join(checkout, 'package-lock.json'));
  const { name, version, description, license, engines } = own;
  const imports = Object.entries(own.imports).map(([alias, { joined }]) => [alias, joined]);
  return {
    name,
    version,
    description,
    license,
    gitHead,
    bin: { provender: 'bin/provender.js' },
    type: 'module',
    imports: Object.fromEntries(imports),
    dependencies: versionsOf(EXTERNAL, locked),
    optionalDependencies: versionsOf(platformPackages(locked), locked),
    engines,
  };
}

/** Returns the packages of single platforms that the service needs: Node.js, PostgreSQL and Argon2. */
function platformPackages(locked: Record<string, Locked>): string[] {
  return Object.keys(locked)
    .filter((path) => isServed(locked[path]!))
    .map(nameAt);
}

function isServed({ os = [], cpu = [], dev }: Locked): boolean {
  return (
    !dev && PLATFORMS.os.some((each) => os.includes(each)) && PLATFORMS.cpu.some((each) => cpu.includes(each))
  );
}

/** Returns the name of the package in a folder that is directly in `node_modules`. */
function nameAt(path: string): string {
  return path.replace('node_modules/', '');
}

function versionsOf(names: readonly string[], locked: Record<string, Locked>) {
  return Object.fromEntries(names.map((name) => [name, locked[`node_modules/${name}`]!.version]));
}

/** Returns the overrides with the versions of the dependencies that they refer to as `$name`. */
function overridesOf(checkout: string) {
  const { overrides, devDependencies } = manifestIn(checkout);
  const resolved = (version: string) => devDependencies[version.slice(1)] ?? version;
  return Object.fromEntries(
    Object.entries(overrides).map(([name, inner]) => [
      name,
      Object.fromEntries(Object.entries(inner).map(([each, version]) => [each, resolved(version)])),
    ]),
  );
}

function manifestIn(checkout: string): Manifest {
  return JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
}
