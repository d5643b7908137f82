import { describe, expect, it } from 'vitest';
import { problemOfNumber, readNumber } from '../../web/src/base/kit/form/read-number.ts';

describe.each([
  ['English', '.'],
  ['German', ','],
])('in a browser in %s', (_language, decimal) => {
  it.each([
    ['3,49', 3.49],
    ['3.49', 3.49],
    ['4,5', 4.5],
    ['-4,5', -4.5],
    ['−18', -18],
    [' 12 ', 12],
    ['0,125', 0.125],
    ['.5', 0.5],
    ['1234,567', 1_234.567],
    ['1.234,56', 1_234.56],
    ['1,234.56', 1_234.56],
    ['1.234.567', 1_234_567],
    ['1 234,5', 1_234.5],
    ["1'234.50", 1_234.5],
  ])('reads %s as %d', (text, value) => {
    expect(readNumber(text, decimal)).toBe(value);
  });

  it.each(['', 'x', '1,2,3', '1,23.456,7', '12 34', '1..5', '3,', '1e3', '0x10', '1\t234', '1\n234'])(
    'reads no number in “%s”',
    (text) => {
      expect(readNumber(text, decimal)).toBeUndefined();
      expect(problemOfNumber(text, { decimals: 2 }, decimal)).toBe('Enter a number.');
    },
  );

  it('never multiplies by a thousand: what could mean two numbers is refused with both', () => {
    const other = decimal === '.' ? ',' : '.';
    expect(readNumber(`1${other}234`, decimal)).toBeUndefined();
    expect(problemOfNumber(`1${other}234`, { decimals: 3 }, decimal)).toBe(
      `Enter 1234 or 1${decimal}234: “1${other}234” could mean both.`,
    );
    expect(problemOfNumber(`1${other}000`, { decimals: 0 }, decimal)).toBe('Enter 1000 without separators.');
    expect(readNumber(`1${decimal}234`, decimal)).toBe(1.234);
    expect(problemOfNumber(`1${decimal}000`, { decimals: 0 }, decimal)).toBe('Must be a whole number.');
  });
});

it('refuses too many decimals, and what is too small or too large, with words', () => {
  expect(problemOfNumber('1,5', { decimals: 0 })).toBe('Must be a whole number.');
  expect(problemOfNumber('3,495', { decimals: 2 }, ',')).toBe('Must have at most 2 decimals.');
  expect(problemOfNumber('4,55', { decimals: 1 })).toBe('Must have at most 1 decimal.');
  expect(problemOfNumber('-1', { decimals: 2, min: 0 })).toBe('Must be 0 or more.');
  expect(problemOfNumber('101', { decimals: 0, max: 100 })).toBe('Must be 100 or less.');
  expect(problemOfNumber('1000001', { decimals: 0, max: 1_000_000 })).toBe('Must be 1,000,000 or less.');
  expect(problemOfNumber('100', { decimals: 0, max: 100 })).toBe('');
});
