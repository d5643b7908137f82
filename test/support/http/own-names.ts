import { isInputObjectType, isObjectType } from 'graphql';
import { expect } from 'vitest';
import { restNameOf } from '../../../src/schema/core/noun/names.ts';
import { schema } from '../../../src/schema/index.ts';

/** The names of the inputs of GraphQL that REST and files spell in another way. */
const NAMES = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (isInputObjectType(type)) return Object.keys(type.getFields());
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ args }) => args.map(({ name }) => name));
});
const OTHERS = [...new Set(NAMES)].filter((name) => /[A-Z]/.test(name));

const FOREIGN = {
  REST: wordsOf(OTHERS),
  GraphQL: wordsOf(OTHERS.map(restNameOf).filter((name) => name.includes('_'))),
};

function wordsOf(names: string[]): RegExp {
  return new RegExp(`\\b(?:${names.join('|')})\\b`);
}

/**
 * Expects a message to spell the names of inputs as its interface does, apart from names that the request has
 * sent.
 */
export function expectOwnNames(of: keyof typeof FOREIGN, { message, problem }: Refusal): void {
  if (problem === 'unknown_field' || problem === 'unknown_parameter') return;
  expect(message).not.toMatch(FOREIGN[of]);
}

interface Refusal {
  message: string;
  problem: string;
}
