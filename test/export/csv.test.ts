import { expect, it } from 'vitest';
import { csvLine } from '../../src/export/csv.ts';

it('quotes text, and leaves numbers and missing values as they are', () => {
  expect(csvLine(['a', '', 1.5, null, 'Oak, "Field"'])).toBe('"a","",1.5,,"Oak, ""Field"""\r\n');
});

it.each(
  [
    '=1 +1 -1 @A1 ＝1 ＋1 －1 ＠A1'.split(' '),
    ['\t1', '\r1', ' =1', '\n=1', '"=1', '\u200B=1', '\uFEFF＝1', '\u00AD\u2060 =1', '\u3164=1', '\u0000=1'],
  ].flat(),
)('puts an apostrophe before %j', (text) => {
  expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
});

it.each([
  ['a;=1', "a;'=1"],
  ['a;\u200B "=1', `a;'\u200B ""=1`],
  ['a\t=1', "a\t'=1"],
  ['a\n+1\r\n-2', "a\n'+1\r'\n'-2"],
  ['=1;=2', "'=1;'=2"],
])('puts one before each cell that other separators would make of %j', (text, expected) => {
  expect(csvLine([text])).toBe(`"${expected}"\r\n`);
});

it.each(['1=1', 'a-b', 'a, b', 'me@shop.example', 'Milk; butter', '2099-01-02T00:00:00.000Z', "'quoted'"])(
  'leaves %j as it is',
  (text) => {
    expect(csvLine([text])).toBe(`"${text}"\r\n`);
  },
);
