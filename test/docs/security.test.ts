import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('names tests that exist for what one stranger can cost', () => {
  const [, section = ''] = readFileSync('SECURITY.md', 'utf8').split('## What one stranger can cost');
  const rows = section
    .split('\n## ', 1)[0]!
    .split('\n')
    .filter((line) => line.startsWith('| a'));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const [, , , tests = ''] = row.split('|');
    const named = Array.from(tests.matchAll(/`([^`]+)`/g), ([, name]) => `test/${name}.test.ts`);
    expect(named).not.toEqual([]);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  }
});
