import { casesOf } from '../hostile/cases.ts';

export const PRODUCT = { name: 'Bread', weight: 0.5, price: 2.49, category: 'bakery' };

const BAD_TEXTS = [null, 1, true, [], {}, '', ' \t ', 'a\0b', '\ud800', 'x'.repeat(201), '🥖'.repeat(201)];
const BAD_NUMBERS = [null, '1', '', true, [1], {}, -0.01, 1e308];

/** Pairs of a field and a value that is refused. */
export const BAD_VALUES = casesOf<unknown>({
  name: BAD_TEXTS,
  category: BAD_TEXTS,
  weight: [...BAD_NUMBERS, 0, 0.0001, 1.2345, 10_000_000, 9_999_999.9991, 1e-7],
  price: [...BAD_NUMBERS, 0.001, 1.999, 10_000_000, 9_999_999.991, 1e-7],
});

/** Pairs of a field and a value that is accepted. */
export const GOOD_VALUES = casesOf<unknown>({
  name: ['x', 'x'.repeat(200), '🥖'.repeat(200), 'Käse "mild" \\ <b>', '100 %', 'خبز'],
  category: ['x'.repeat(200), 'bakery/bread'],
  weight: [0.001, 1, 0.125, 9_999_999.999],
  price: [0, 0.01, 0.1, 100, 9_999_999.99],
});
