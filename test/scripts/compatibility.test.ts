import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { breaksOf, brokenMigrations, unnamedBreaks } from '../../scripts/compatibility.ts';
import { ROOT } from '../support/process/process.ts';

const RELEASED = `
  enum Status { OPEN CLOSED }
  input Filter { status: Status }
  type Order { id: ID! notes: String total: Int! }
  type Query { order(id: ID!): Order orders(filter: Filter, size: Int = 20): [Order!]! }
`;
const change = (from: string, to: string) => RELEASED.replace(from, to);
const changelog = (breaking: string) =>
  `# Changelog\n\n## 0.2.0\n\n### Added\n\n- \`Order.notes\`\n\n${breaking}\n## 0.1.0\n\n### Breaking\n\n- \`Order.total\`\n`;

it.each([
  ['a field that is gone', change('notes: String', ''), 'Order.notes'],
  ['a field that may be null now', change('total: Int!', 'total: Int'), 'Order.total'],
  ['an argument that is gone', change(', size: Int = 20', ''), 'Query.orders.size'],
  ['an input that is required now', change('Filter { ', 'Filter { id: ID! '), 'Filter.id'],
  ['a value that is gone', change(' CLOSED', ''), 'Status.CLOSED'],
])('finds %s, unless the changelog names it', async (_what, current, path) => {
  const [type, ...names] = path.split('.');
  const message = expect.stringMatching(new RegExp(`${type}.*|.*${names.at(-1)}`));
  expect(await unnamedBreaks(RELEASED, current, changelog(''))).toEqual([message]);
  expect(await unnamedBreaks(RELEASED, current, changelog('### Breaking\n\n- `Other.field`\n'))).toEqual([
    message,
  ]);
  expect(
    await unnamedBreaks(RELEASED, current, changelog(`### Breaking\n\n- \`${path}\` is gone\n`)),
  ).toEqual([]);
});

it('accepts compatible changes of the schema', async () => {
  const current = change('notes: String', 'notes: String remarks: String!').replace(
    'size:',
    'page: Int, size:',
  );
  expect(await unnamedBreaks(RELEASED, current, changelog(''))).toEqual([]);
});

it.each([
  'CREATE TABLE pallets (id bigint NOT NULL)',
  'ALTER TABLE products ADD COLUMN brand text',
  'ALTER TABLE products ADD COLUMN stock integer NOT NULL DEFAULT 0, ADD CHECK (stock >= 0)',
  'ALTER TABLE products ADD COLUMN stock integer DEFAULT 0 NOT NULL',
  'ALTER TABLE events DROP CONSTRAINT events_type_check, ADD CONSTRAINT events_type_check CHECK (type IS NOT NULL)',
  'ALTER TABLE products ALTER brand DROP NOT NULL',
  'DROP INDEX products_name_idx -- RENAME',
  "COMMENT ON TABLE products IS 'SET NOT NULL, DROP TABLE'",
])('accepts %s, which the release can work with', (sql) => {
  expect(breaksOf(sql)).toEqual([]);
});

it.each([
  ['DROP TABLE products', 'drops'],
  ['ALTER TABLE products DROP brand', 'drops'],
  ['ALTER TABLE products DROP COLUMN IF EXISTS brand', 'drops'],
  ['ALTER TABLE products ALTER stock DROP DEFAULT', 'drops'],
  ['ALTER TABLE products RENAME brand TO maker', 'renames'],
  ['ALTER TABLE products ALTER COLUMN brand SET NOT NULL', 'requires'],
  ['ALTER TABLE products ADD brand text NOT NULL', 'requires'],
  ['ALTER TABLE products ALTER COLUMN stock TYPE bigint', 'changes a type'],
])('refuses %s', (sql, why) => {
  expect(breaksOf(sql)).toEqual([expect.stringContaining(why)]);
});

const sqlOf = (name: string) =>
  name === '4' ? 'ALTER TABLE products ADD brand text' : 'DROP TABLE products';

it('finds migrations that were edited, removed or are not additive', () => {
  const released = { 1: 'a', 2: 'b', 3: 'c' };
  expect(brokenMigrations(released, { ...released, 4: 'd' }, sqlOf)).toEqual([]);
  expect(brokenMigrations(released, { 1: 'a', 2: 'other', 5: 'e' }, sqlOf)).toEqual([
    '2 was edited after it was released',
    '3 was removed after it was released',
    '5 drops what the release uses',
  ]);
});

it('passes, and says so, before the first release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'provender-unreleased-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const said = execFileSync(process.execPath, [join(ROOT, 'scripts/compatibility.ts')], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(said).toBe('Nothing was released yet, so nothing is compared with a release.\n');
});
