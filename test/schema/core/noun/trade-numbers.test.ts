import { expect, it } from 'vitest';
import { country, gln, gtin, reference } from '../../../../src/schema/core/noun/trade-numbers.ts';

it.each([
  [gtin, '4006381333931', null],
  [gtin, '96385074', null],
  [gtin, '036000291452', null],
  [gtin, '10614141000415', null],
  [gtin, '4006381333934', 'has a wrong check digit: the last digit should be 1'],
  [gtin, '4.00638E+12', 'must be a GTIN of 8, 12, 13 or 14 digits'],
  [gtin, '400638133393', 'has a wrong check digit: the last digit should be 0'],
  [gln, '4012345000009', null],
  [gln, '4012345000005', 'has a wrong check digit: the last digit should be 9'],
  [gln, '96385074', 'must be a GLN of 13 digits'],
  [country, 'DE', null],
  [country, 'EU', 'must be an ISO 3166-1 country code of two capital letters, such as DE'],
  [reference, 'x'.repeat(101), 'must be at most 100 characters'],
  [reference, ' ', 'must not be empty'],
])('%# judges %s', (rule, value, message) => {
  const { error } = rule.safeParse(value);
  expect(error?.issues[0]?.message ?? null).toBe(message);
});
