import { describe, expect, it } from 'vitest';
import { normalPositions } from '../../src/spreadsheet/normal-positions.ts';
import { parseTable } from '../../src/spreadsheet/parse-table.ts';
import { requireReferences } from '../../src/spreadsheet/require-references.ts';

const check = (xml: string) => requireReferences(Buffer.from(xml));

it.each([
  '<c r="XFD1048576"/>',
  '<row r="1048576" ht="99999999">',
  '<mergeCell ref="A1:XFD1048576"/>',
  '<x sqref="A1:B2 C3"/>',
  '<c t="s" s="99999999"/><v>99999999=r="ZZZZ1"</v>',
  '<hyperlink xref="ZZZZ1"/>',
  '<x sqref="A:C 1:3 $A$1:$B$2"/>',
  '<t>a pipe r="12cm", ref="none"</t>',
  '<row r="2"><c r="A2"/><c t="n"/><c r="C2"/></row><row/><row r="1"/>',
  '<x:row r="2"><x:c r="A2" xr:uid="1"/></x:row>',
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
  expect(() => check(xml)).toThrow('names no cell up to XFD1048576');
});

// What a library would read as another place, or not at all.
it.each([
  ...['C-2', 'a3', 'A0', 'A2x', 'A02', ' A2', '', 'A', '2', 'A1:B2', '$A$2'].map(
    (name) => `<c r="${name}"/>`,
  ),
  ...['0', '-1', '2x', '02', '1.0', '', 'A2'].map((name) => `<row r='${name}'>`),
  ...['A0', 'a1', 'A1:', 'C-2', 'A1:B0', 'A1,B1', ''].flatMap((name) => [
    `<mergeCell ref="${name}"/>`,
    `<x sqref="A1 ${name}"/>`,
  ]),
  '<c r=A2/>',
  '<c R="A2"/>',
  '<x:c y:r="a3"/>',
  '<c xr="Z2" r="A2"/>',
  '<c r="A2" r="B2"/>',
  '<c t="<" r="C-2"/>',
  '<c t="n" r="C-2"',
])('refuses the name in %s', (xml) => {
  expect(() => check(xml)).toThrow('Save it again');
});

it.each([
  ['<row r="2"><c r="A2"/><c r="A2"/></row>', 'a cell of row 2 twice, in column 1'],
  ['<row r="2"><c r="B2"/><c r="A2"/><c/></row>', 'a cell of row 2 twice, in column 2'],
  ['<row r="2"></row><row r="1"/><row/>', 'row 2 twice'],
  ['<row r="2"/><x:row r="2">', 'row 2 twice'],
  ['<row r="2"><c r="A3"/></row>', 'the cell A3 in row 2'],
])('refuses %s, of which a library would keep one cell or row', (xml, what) => {
  expect(() => check(xml)).toThrow(`The file has ${what}. Save it again`);
});

it('refuses UTF-16, in which it would find nothing', () => {
  expect(() => requireReferences(Buffer.from('<c r="A1"/>', 'utf16le'))).toThrow('UTF-16');
});

/** An XML spreadsheet of 2003. */
const xmlOf = (rows: string) =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="list"><Table>${rows}</Table></Worksheet></Workbook>`;
const cell = (text: string, attributes = '') =>
  `<Cell${attributes}><Data ss:Type="String">${text}</Data></Cell>`;

describe('an XML spreadsheet', () => {
  it.each([
    ['with indexes', `<Row ss:Index="3">${cell('a')}${cell('c', ' ss:Index="3"')}</Row>`, 3, ['a', '', 'c']],
    [
      'with single quotes',
      `<Row ss:Index = '3'>${cell('a')}${cell('c', " ss:Index='3'")}</Row>`,
      3,
      ['a', '', 'c'],
    ],
    [
      'with an empty cell over two columns',
      `<Row><Cell ss:MergeAcross="1"/>${cell('c')}</Row>`,
      1,
      ['', '', 'c'],
    ],
    ['with a comment', `<!-- <Row ss:Index="x"> --><Row>${cell('a')}</Row>`, 1, ['a']],
  ])('is read %s', (_what, rows, row, cells) => {
    expect(parseTable(Buffer.from(xmlOf(rows)), { fitOf: () => 0 }).rows).toEqual([{ row, cells }]);
  });

  it.each([
    ...['0', '-1', '2x', '02', '1.0', '', 'A', '1048577', '1e1', ' 2'].map(
      (index) => `<Row ss:Index="${index}">`,
    ),
    ...['0', '2x', '16385', ''].map((index) => `<Row><Cell ss:Index="${index}"/>`),
    '<Row ss:index="2">',
    '<Row ss:Index="2" x:Index="3">',
    '<Row ss:Index=2>',
    '<Row ss:Index="2"',
    '<Row ss:Index="2"/><Row ss:Index="2"/>',
    '<Row ss:Index="2"/><Row ss:Index="1"/>',
    '<Row><Cell/><Cell ss:Index="1"/>',
    '<Row><Cell ss:MergeAcross="2"/><Cell ss:Index="3"/>',
    '<Row><Cell ss:MergeAcross="16384"/>',
    '<Row><Cell ss:MergeDown="1e9"/>',
  ])('is refused with %s', (rows) => {
    expect(() => normalPositions(xmlOf(rows))).toThrow('Save it again');
  });
});
