import { expect, it, onTestFinished, vi } from 'vitest';
import { faultsOf } from '../../scripts/check-dependencies.ts';
import { requireMaintained } from '../../scripts/release/require-known.ts';
import { startReceiver } from '../support/webhook/receiver.ts';

const GUIDE = `# Dependencies

| Package | For | Instead |
| --- | --- | --- |
| \`pg\` | connections | \`postgres\` |

## Install scripts

- \`@programs/linux-x64\` creates links.
`;
const MANIFEST = { name: 'own', dependencies: { pg: '8.0.0', 'own-part': '0.1.0' } };
const PART = { name: 'own-part' };
const LOCK = {
  packages: {
    'node_modules/@programs/darwin-arm64': { hasInstallScript: true },
    'node_modules/tool': { hasInstallScript: true, dev: true },
  },
};

it('accepts a guide that lists what is needed', () => {
  expect(faultsOf(GUIDE, [MANIFEST, PART], LOCK)).toEqual([]);
});

it.each([
  ['a dependency that is not listed', { ...MANIFEST.dependencies, zod: '4.0.0' }, LOCK, 'zod is not in'],
  ['a listed one that is gone', { 'own-part': '0.1.0' }, LOCK, 'pg is in docs/dependencies.md, but'],
  ['one that is not pinned', { pg: '^8.0.0' }, LOCK, 'pg is not pinned: ^8.0.0'],
  [
    'an install script that is not named',
    MANIFEST.dependencies,
    { packages: { 'node_modules/pg': { hasInstallScript: true } } },
    'pg has an install script',
  ],
])('finds %s', (_what, dependencies, lock, fault) => {
  const faults = faultsOf(GUIDE, [{ ...MANIFEST, dependencies }, PART], lock);
  expect(faults).toEqual([expect.stringContaining(fault)]);
});

it('stops a release that needs a package without a version in two years, unless the registry does not tell', async () => {
  const time = {
    created: '2020-01-01T00:00:00Z',
    modified: '2026-11-01T00:00:00Z',
    '1.0.0': '2026-01-01T00:00:00Z',
  };
  const registry = await startReceiver((response) => response.end(JSON.stringify({ time })));
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${registry.port}/`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  await requireMaintained(Date.parse('2027-12-01T00:00:00Z'));
  expect(said).not.toHaveBeenCalled();
  await expect(requireMaintained(Date.parse('2028-02-01T00:00:00Z'))).rejects.toThrow(
    /without a version in two years: .*express/,
  );
  await registry[Symbol.asyncDispose]();
  await requireMaintained(Date.parse('2028-02-01T00:00:00Z'));
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/does not tell the age of .*express/));
});
