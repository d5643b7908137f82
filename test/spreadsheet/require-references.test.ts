import { expect, it } from 'vitest';
import { requireReferences } from '../../src/spreadsheet/require-references.ts';

const check = (xml: string) => requireReferences(Buffer.from(xml));

it.each([
  '<c r="XFD1048576"/>',
  '<row r="1048576" ht="99999999">',
  '<mergeCell ref="A1:XFD1048576"/>',
  '<x sqref="A1:B2 C3"/>',
  '<c r="$XFD$1048576"/>',
  '<c t="s" s="99999999"/><v>99999999=r="ZZZZ1"</v>',
  '<hyperlink xref="ZZZZ1"/>',
])('takes %s', (xml) => {
  expect(() => check(xml)).not.toThrow();
});

it.each([
  '<c r="XFE1"/>',
  '<c r="A1048577"/>',
  '<c r="ZZZZZZ2"/>',
  '<c r="zzzz2"/>',
  "<c r = 'ZZZZ2'/>",
  '<c\nr\t=\r\n"ZZZZ2"/>',
  '<row r="1048577">',
  '<row r="99999999999999999999999999">',
  '<dimension ref="A1:ZZZZ1"/>',
  '<x sqref="A1 ZZZZ1"/>',
  '<c r="&#90;&#90;&#90;&#90;1"/>',
  `<c r="${'Z'.repeat(100_000)}1"/>`,
])('refuses %s', (xml) => {
  expect(() => check(xml)).toThrow('beyond XFD1048576');
});

it('refuses UTF-16, in which it would find nothing', () => {
  expect(() => requireReferences(Buffer.from('<c r="A1"/>', 'utf16le'))).toThrow('beyond');
});
