import { expect, it } from 'vitest';
import { faultsOf } from '../../scripts/check-dependencies.ts';

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
