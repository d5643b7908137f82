import { getOperationAST, Kind, parse } from 'graphql';
import { expect, it } from 'vitest';
import {
  fragmentsOf,
  isSelected,
  rootFieldsOf,
  walker,
} from '../../../../src/schema/core/list/selections.ts';
import { schema } from '../../../../src/schema/index.ts';

/**
 * Returns the number of fields of the first operation, counting those of a fragment wherever it is spread.
 */
function count(text: string) {
  const document = parse(text);
  let visits = 0;
  const countIn = walker<number>(fragmentsOf(document), {
    one(selection, content) {
      visits += 1;
      return content() + (selection.kind === Kind.FIELD ? 1 : 0);
    },
    all: (counts) => counts.reduce((sum, each) => sum + each, 0),
  });
  return { fields: countIn(getOperationAST(document)!.selectionSet), visits };
}

it('walks each fragment once, however often it is spread', () => {
  const bomb = Array.from({ length: 40 }, (_, at) => `fragment F${at} on T { ...F${at + 1} ...F${at + 1} }`);
  const { fields, visits } = count(`{ ...F0 } ${bomb.join(' ')} fragment F40 on T { a { b } }`);
  expect(fields).toBe(2 ** 41);
  expect(visits).toBeLessThan(100);
});

it.each([
  ['a fragment of itself', '{ ...A } fragment A on T { a ...A }', 1],
  ['a ring of fragments', '{ ...A ...B } fragment A on T { a ...B } fragment B on T { b ...A }', 3],
  ['a fragment that does not exist', '{ a ...None }', 1],
  ['a fragment with the name of a member of objects', '{ a ...constructor ...__proto__ }', 1],
  ['inline fragments', '{ ... { a ... on T { b { c } } } }', 3],
])('walks %s, before it is validated', (_name, text, fields) => {
  expect(count(text).fields).toBe(fields);
});

it('finds fields within fragments, at any depth', () => {
  const document = parse(
    '{ ...A } fragment A on Query { account { ... on Account { plan } } b: account { id } }',
  );
  expect([...rootFieldsOf({ schema, document }).keys()]).toEqual(['account', 'b']);
  const { selectionSet } = getOperationAST(document)!;
  expect(isSelected(selectionSet, fragmentsOf(document), 'plan')).toBe(true);
  expect(isSelected(selectionSet, fragmentsOf(document), 'name')).toBe(false);
});
