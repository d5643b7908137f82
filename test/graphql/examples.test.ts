import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { parseWithinLimits } from '../../src/graphql/document-limits.ts';
import { schema } from '../../src/schema/index.ts';
import { ROOT } from '../support/process/process.ts';

const files = globSync('src/graphql/examples/*.graphql', { cwd: ROOT }).toSorted();

it('are five', () => expect(files).toHaveLength(5));

it.each(files)('%s is valid for the schema', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  expect(validate(schema, parse(text))).toEqual([]);
  expect(parseWithinLimits(text).definitions).toHaveLength(1);
});
