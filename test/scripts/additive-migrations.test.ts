import { expect, it } from 'vitest';
import { breaksOf } from '../../scripts/additive-migrations.ts';

it.each([
  'CREATE TABLE pallets (id bigint NOT NULL)',
  'ALTER TABLE products ADD COLUMN brand text',
  'ALTER TABLE products ADD COLUMN stock integer NOT NULL DEFAULT 0, ADD CHECK (stock >= 0)',
  'ALTER TABLE products ADD COLUMN stock integer DEFAULT 0 NOT NULL',
  'ALTER TABLE events DROP CONSTRAINT events_type_check, ADD CONSTRAINT events_type_check CHECK (type IS NOT NULL)',
  'ALTER TABLE products ALTER brand DROP NOT NULL',
  'DROP INDEX products_name_idx -- RENAME',
  "COMMENT ON TABLE products IS 'SET NOT NULL, DROP TABLE'",
  '-- second step of 1_brand: no release that leaves it out runs any more\nALTER TABLE products ALTER brand SET NOT NULL',
])('accepts %s, which the previous release can work with', (sql) => {
  expect(breaksOf(sql, ['1_brand'])).toEqual([]);
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
  ["SET LOCAL lock_timeout = '5s'", 'waits for locks'],
  ['-- second step of 2_other: why\nDROP TABLE products', 'not an earlier migration'],
])('refuses %s', (sql, why) => {
  expect(breaksOf(sql, ['1_brand'])).toEqual([expect.stringContaining(why)]);
});
