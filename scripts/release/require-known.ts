import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { namesIn, neededPackages, sectionOf } from '../check-dependencies.ts';

const GUIDE = 'docs/dependencies.md';
const REGISTRY_TIMEOUT_MS = 30_000;
const OLD_AFTER_MS = 2 * 365 * 24 * 3_600_000;

/** Stops a release with known vulnerabilities. A registry need not offer the list. */
export function requireNoVulnerabilities(): void {
  const { status, stdout } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
    encoding: 'utf8',
  });
  const { auditReportVersion, vulnerabilities = {} } = readJson(stdout);
  if (auditReportVersion === undefined)
    console.log('npm audit is not offered by the registry: nothing was compared with known vulnerabilities.');
  else if (status !== 0)
    throw new Error(`npm audit finds vulnerabilities: ${Object.keys(vulnerabilities).join(', ')}`);
}

/**
 * Stops a release that needs a package whose last version is older than two years, unless the guide says why.
 * A registry need not tell.
 *
 * @param now ms since 1970
 */
export async function requireMaintained(now = Date.now()): Promise<void> {
  const explained = new Set(namesIn(sectionOf(readFileSync(GUIDE, 'utf8'), 'Without a recent version')));
  const names = [...neededPackages().keys()].filter((name) => !explained.has(name));
  if (npmSetting('offline') === 'true')
    return console.log('npm is offline: no ages of packages were compared.');
  const registry = npmSetting('registry');
  const lasts = await Promise.all(names.map((name) => lastVersionOf(registry, name)));
  const unknown = names.filter((_name, at) => lasts[at] === undefined);
  if (unknown.length > 0) console.log(`The registry does not tell the age of ${unknown.join(', ')}.`);
  const old = names.filter((_name, at) => now - (lasts[at] ?? now) > OLD_AFTER_MS);
  if (old.length > 0)
    throw new Error(
      `${GUIDE} does not say why these are needed without a version in two years: ${old.join(', ')}`,
    );
}

/** Returns when a package had its last version, in ms since 1970; undefined if the registry does not tell. */
async function lastVersionOf(registry: string, name: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(REGISTRY_TIMEOUT_MS);
  const answer = await fetch(new URL(name.replace('/', '%2F'), registry), { signal })
    .then((response) => response.json())
    .catch(() => undefined);
  const { created: _created, modified: _modified, ...versions }: Record<string, string> = answer?.time ?? {};
  const times = Object.values(versions).map((time) => Date.parse(time));
  return times.length > 0 ? Math.max(...times) : undefined;
}

function npmSetting(name: string): string {
  return execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
}

function readJson(text: string): { auditReportVersion?: number; vulnerabilities?: object } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
