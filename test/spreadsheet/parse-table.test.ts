import { type BookType, utils, type WorkSheet, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { cellText } from '../../src/spreadsheet/cell.ts';
import { MAX_CELLS, MAX_UNPACKED_BYTES } from '../../src/spreadsheet/limits.ts';
import { parseTable, requireListSize } from '../../src/spreadsheet/parse-table.ts';
import { xlsxOf, xlsxWith, zipOf } from '../../lab/archive.ts';

const fitOf = () => 0;
const utf16be = Buffer.from('\uFEFFa;b\nü;2', 'utf16le').swap16();
/** UTF-8 with one byte that is not. */
const damaged = Buffer.concat([Buffer.from('a\nü\nö'), Buffer.from([0xff])]);

/** Returns the rows below the first one, as texts. */
function textsIn(file: Buffer | string): string[][] {
  const [, ...rows] = parseTable(Buffer.from(file as string), { fitOf }).rows;
  return rows.map(({ cells }) => cells.map(cellText));
}

/** A row of a sheet of which 12,000 are several slices of four megabytes. */
function rowXml(at: number, more = ''): string {
  const padding = `<c r="D${at}" t="inlineStr"><is><t>${'pad '.repeat(300)}</t></is></c>`;
  return `<row r="${at}"><c r="A${at}" t="s"><v>${at % 3}</v></c><c r="B${at}"><v>${at}</v></c>${padding}${more}</row>`;
}

const COUNT = 12_001;

function sheetOf(rowAt: (at: number) => string): string {
  return Array.from({ length: COUNT }, (_, at) => rowAt(at + 1)).join('');
}

describe('a file', () => {
  it.each<[string, Buffer | string, string[][]]>([
    ['with commas', 'a,b\n1,"2,3"\n', [['1', '2,3']]],
    ['with semicolons', 'a;b\r\n1,5;x\r\n', [['1,5', 'x']]],
    ['with tabs', 'a\tb\n1\t2', [['1', '2']]],
    ['with bars', 'a|b\n1|2', [['1', '2']]],
    ['with a quoted delimiter in the header', '"a,a,a";b\n1;2', [['1', '2']]],
    ['with line breaks in cells', 'a,b\n"1\n1",2', [['1\n1', '2']]],
    ['with a line break in the header', '"a\nb";c;d\n1;2;3', [['1', '2', '3']]],
    [
      'with a delimiter in texts',
      'a;b\n1,2,3,4;5\n6,7;0',
      [
        ['1,2,3,4', '5'],
        ['6,7', '0'],
      ],
    ],
    ['with a line that names the delimiter', 'sep=|\r\na|b\r\n1;0|2', [['1;0', '2']]],
    ['with blank lines above', '\n\r\n;;\na;b\n1;2', [['1', '2']]],
    ['with quoted lines', '"a;""b"""\n"1;""2;3"""\n', [['1', '2;3']]],
    ['with a sign for inches', 'a;b\n12";x"y', [['12"', 'x"y']]],
    ['with cells that keep zeros as formulas', 'a;b\n="007";"=""008"""', [['007', '008']]],
    [
      'with several line ends',
      'a;b\r\n1;2\n3;4\r5;6',
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    ['with the end mark of DOS', 'a;b\r\n1;2\r\n\u001A', [['1', '2']]],
    ['in UTF-8 with a byte order mark', '\uFEFFa,b\nü,2', [['ü', '2']]],
    ['in UTF-16', Buffer.from('\uFEFFa;b\nü;2', 'utf16le'), [['ü', '2']]],
    ['in UTF-16 without a byte order mark', Buffer.from('a;b\nü;2', 'utf16le'), [['ü', '2']]],
    ['in big-endian UTF-16', utf16be, [['ü', '2']]],
    ['in Windows-1252', Buffer.from('a;b\nK\xE4se \x80;2', 'latin1'), [['Käse €', '2']]],
    [
      'of .xlsx',
      xlsxOf([
        ['a', 'b'],
        ['x', 4_006_381_333_931],
      ]),
      [['x', '4006381333931']],
    ],
    [
      'of .xlsx with a number that lost digits',
      xlsxOf([
        ['a', 'b'],
        ['x', 1e20],
      ]),
      [['x', '1.00E+20']],
    ],
  ])('%s is read', (_name, file, expected) => {
    expect(textsIn(file)).toEqual(expected);
  });

  it.each<[string, Buffer | string, string]>([
    ['is empty', '', 'The file is empty'],
    ['has an open quote', 'a,b\n"1,2\n', 'Line 2: a cell begins with a quote (") that is not closed'],
    ['is binary', Buffer.from('a\0b\0\0\0c'), 'neither a spreadsheet nor CSV'],
    ['is a picture', Buffer.from('\u0089PNG\r\n', 'latin1'), 'This is a picture, not a spreadsheet'],
    ['is a PDF', '%PDF-1.7', 'This is a PDF, not a spreadsheet'],
    ['is JSON', '[{"a": 1}]', 'This is a JSON file'],
    ['is compressed', Buffer.from([0x1f, 0x8b, 8, 0]), 'This is a compressed file'],
    ['is another document', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'This is a document'],
    ['is a text document', zipOf({ 'word/document.xml': '<a/>' }), 'This is a text document'],
    ['is a damaged archive', Buffer.from('PK\u0003\u0004 and no more of it'), 'damaged'],
    ['is an archive of something else', zipOf({ 'a.xml': '<a/>' }), 'cannot be read as a spreadsheet'],
    ['is a ZIP bomb', xlsxWith(' '.repeat(MAX_UNPACKED_BYTES)), 'larger than 64 MiB'],
    ['has a cell outside a sheet', xlsxWith('<row r="2"><c r="ZZZZZZ2"/></row>'), 'no cell up to XFD1048576'],
    ['has a byte that is not UTF-8', damaged, 'Row 3 is not UTF-8'],
  ])('that %s is refused', (_name, file, expected) => {
    expect(() => textsIn(file)).toThrow(expected);
  });

  it.each([
    ['has 101 columns', `${'a,'.repeat(100)}a\n`, 'Row 1 has more than 100 columns'],
    ['has 50,001 rows', `a\n${'1\n'.repeat(50_001)}`, 'more than 50,000 rows'],
    ['has too many cells', `a\n${`${'1,'.repeat(99)}1\n`.repeat(MAX_CELLS / 100)}`, '2,500,000 cells'],
  ])('that %s is refused', (_name, file, expected) => {
    const [header, ...rows] = parseTable(Buffer.from(file), { fitOf }).rows;
    expect(() => requireListSize(header!, rows)).toThrow(expected);
  });

  it('numbers rows as a spreadsheet does', () => {
    const { rows } = parseTable(Buffer.from('a,b\n\n1,2\n,\n"3\n4",4,5\n6'), { fitOf });
    expect(rows.map(({ row, cells }) => [row, cells.length])).toEqual([
      [1, 2],
      [3, 2],
      [5, 3],
      [6, 1],
    ]);
  });
});

describe('a workbook', () => {
  it.each<BookType>(['xlsx', 'xlsm', 'xlsb', 'xls', 'ods', 'fods', 'xlml', 'html'])(
    'of %s is read',
    (type) => {
      const sheet = utils.aoa_to_sheet([
        ['a', 'b'],
        ['007', 'Żur'],
      ]);
      expect(textsIn(bookOf({ list: sheet }, type))).toEqual([['007', 'Żur']]);
    },
  );

  it('has the types of its cells', () => {
    const sheet: WorkSheet = {
      '!ref': 'A1:H2',
      A1: { t: 's', v: 'a' },
      A2: { t: 'n', v: 0.1 + 0.2 },
      B2: { t: 'n', v: 123, z: '00000' },
      C2: { t: 'n', v: 73_050, z: 'dd/mm/yyyy' },
      D2: { t: 'n', v: 0.25, z: 'h:mm' },
      E2: { t: 'e', v: 42 },
      F2: { t: 'b', v: true },
      G2: { t: 'n', v: 3.5, z: '[$€-407]#,##0.00' },
      H2: { t: 'n', v: 2.5, z: '0.00' },
    };
    const [, row] = parseTable(bookOf({ list: sheet }), { fitOf }).rows;
    expect(row!.cells).toEqual([
      0.1 + 0.2,
      { type: 'number', value: 123, shown: '00123' },
      { type: 'date', day: '2099-12-31', time: null, shown: '31/12/2099' },
      { type: 'date', day: null, time: '06:00:00', shown: '6:00' },
      { type: 'error', shown: '#N/A' },
      true,
      { type: 'number', value: 3.5, shown: '€3.50' },
      2.5,
    ]);
    expect(cellText(row!.cells[0]!)).toBe('0.3');
  });

  describe('whose sheet is so large that it is read in slices', () => {
    const texts = ['Rye bread with seeds', 'Käse', 'x'].map((text) => `<si><t>${text}</t></si>`).join('');
    const others = {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
      'xl/sharedStrings.xml': `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${texts}</sst>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    };
    it('has the same rows, texts and numbers', () => {
      const file = xlsxWith(
        sheetOf((at) => rowXml(at)),
        others,
      );
      const { rows } = parseTable(file, { fitOf });
      expect(rows).toHaveLength(COUNT);
      expect(rows.every(({ row: number, cells }, at) => number === at + 1 && cells[1] === at + 1)).toBe(true);
      // 11,999 is 2 modulo 3.
      expect(rows.slice(-3).map(({ cells }) => cells[0])).toEqual(['x', 'Rye bread with seeds', 'Käse']);
    });

    it('has rows without numbers, and formulas that refer to others', () => {
      const unnumbered = sheetOf((at) => rowXml(at).replace(`<row r="${at}"`, '<row')).replaceAll(
        / r="[A-D]\d+"/g,
        '',
      );
      expect(parseTable(xlsxWith(unnumbered, others), { fitOf }).rows.at(-1)!.row).toBe(COUNT);
      const shared = sheetOf((at) => {
        const formula = at === 1 ? ` ref="E1:E${COUNT}">A1</f>` : '/>';
        return rowXml(at, `<c r="E${at}"><f t="shared" si="0"${formula}</c>`);
      });
      const last = parseTable(xlsxWith(shared, others), { fitOf }).rows.at(-1)!;
      expect(last.cells[4]).toMatchObject({ type: 'formula' });
    });
  });

  it('does not read a formula without a result as empty or 0', () => {
    const file = xlsxWith('<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><f>1+1</f></c></row>');
    expect(parseTable(file, { fitOf }).rows[1]!.cells).toEqual([{ type: 'formula', shown: '=1+1' }]);
  });

  it('is read at the visible sheet that fits best, or the one that is named', () => {
    const file = bookOf({
      note: utils.aoa_to_sheet([['How to use it']]),
      old: utils.aoa_to_sheet([['a'], ['1']]),
      new: utils.aoa_to_sheet([['a', 'b', 'c'], ['2']]),
    });
    const byWidth = { fitOf: (rows: readonly { cells: unknown[] }[]) => rows[0]?.cells.length ?? 0 };
    expect(parseTable(file, byWidth)).toMatchObject({ sheet: 'new', sheets: ['note', 'old', 'new'] });
    expect(parseTable(file, { ...byWidth, sheet: 'old' }).rows[1]!.cells).toEqual(['1']);
    expect(() => parseTable(file, { ...byWidth, sheet: 'none' })).toThrow('note, old, new');
  });

  it('has no rows that are only formatted, but those with values far below', () => {
    const formatted = Array.from(
      { length: 100_000 },
      (_, at) => `<row r="${at + 2}" s="1" customFormat="1"/>`,
    );
    const first = '<row r="1"><c r="A1"><v>1</v></c></row>';
    expect(parseTable(xlsxWith(first + formatted.join('')), { fitOf }).rows).toHaveLength(1);
    const far = xlsxWith(`${first}<row r="900000"><c r="A900000"><v>2</v></c></row>`);
    expect(parseTable(far, { fitOf }).rows.map(({ row }) => row)).toEqual([1, 900_000]);
  });
});

function bookOf(sheets: Record<string, WorkSheet>, bookType: BookType = 'xlsx'): Buffer {
  const book = { SheetNames: Object.keys(sheets), Sheets: sheets };
  return Buffer.from(write(book, { type: 'buffer', bookType }) as Uint8Array);
}
