import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tables } from '../../../../src/generated/tables.ts';
import { EVENT_TYPES } from '../../../../src/schema/core/event/events.ts';
import { NOUNS } from '../../../../src/schema/core/nouns.ts';
import { ROOT } from '../../../support/process/process.ts';

const FILES = globSync('src/schema/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.startsWith('src/schema/core/event/'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const CREATED = EVENT_TYPES.filter((type) => type.endsWith('.created'));

/**
 * Statements that insert records of a noun: one for verbs, upserts and files alike, but for deliveries (see
 * `create-delivery.ts`).
 */
const INSERTS: Partial<Record<string, string[]>> = {
  'delivery.created': ['create-delivery.ts', 'insert-deliveries.ts', 'revise-delivery.ts'],
};

it.each(CREATED)('%s is published by the statements that insert its records, and by no others', (type) => {
  const noun = Object.values(NOUNS).find(({ word }) => type === `${word}.created`)!;
  const insert = new RegExp(`INSERT INTO ${tables[noun.model]!.name}\\s`);
  const inserting = FILES.filter(({ text }) => insert.test(text)).map(({ path }) => path);
  const publishing = FILES.filter(({ text }) => text.includes(`['${type}'], '${noun.word}'`)).map(
    ({ path }) => path,
  );
  const expected = INSERTS[type] ?? [`insert-${noun.word}s?.ts`];
  expect(inserting.toSorted()).toEqual(
    expected.map((name) => expect.stringMatching(new RegExp(`^src/schema/\\w+/${noun.word}/${name}$`))),
  );
  expect(publishing.toSorted()).toEqual(inserting.toSorted());
});
