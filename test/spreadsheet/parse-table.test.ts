import { describe, expect, it } from 'vitest';
import { MAX_CELLS, MAX_UNPACKED_BYTES } from '../../src/spreadsheet/limits.ts';
import { parseTable } from '../../src/spreadsheet/parse-table.ts';
import { xlsxOf, xlsxWith, zipOf } from '../../lab/archive.ts';

const utf16be = Buffer.from('\uFEFFa;b\nü;2', 'utf16le').swap16();

describe('a file', () => {
  it.each<[string, Buffer | string, string[][]]>([
    ['with commas', 'a,b\n1,"2,3"\n', [['1', '2,3']]],
    ['with semicolons', 'a;b\r\n1,5;x\r\n', [['1,5', 'x']]],
    ['with tabs', 'a\tb\n1\t2', [['1', '2']]],
    ['with bars', 'a|b\n1|2', [['1', '2']]],
    ['with a quoted delimiter in the header', '"a,a,a";b\n1;2', [['1', '2']]],
    ['with line breaks in cells', 'a,b\n"1\n1",2', [['1\n1', '2']]],
    ['in UTF-8 with a byte order mark', '\uFEFFa,b\nü,2', [['ü', '2']]],
    ['in UTF-16', Buffer.from('\uFEFFa;b\nü;2', 'utf16le'), [['ü', '2']]],
    ['in UTF-16 without a byte order mark', Buffer.from('a;b\nü;2', 'utf16le'), [['ü', '2']]],
    ['in big-endian UTF-16', utf16be, [['ü', '2']]],
    ['in Windows-1252', Buffer.from('a;b\n\xFC\x80;2', 'latin1'), [['ü€', '2']]],
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
  ])('%s is read', async (_name, file, expected) => {
    const { header, rows } = await parseTable(Buffer.from(file as string));
    const columns = header.map((_, at) => at);
    expect(Array.from(rows(columns), ({ cells }) => cells)).toEqual(expected);
  });

  it.each<[string, Buffer | string, string]>([
    ['is empty', '', 'The file is empty'],
    ['has no header', '\n1,2\n', 'The first row must have the names'],
    ['has an open quote', 'a,b\n"1,2\n', 'Line 2: a quoted cell is not closed'],
    ['has 101 columns', `${'a,'.repeat(100)}a\n`, 'more than 100 columns'],
    ['has 50,001 rows', `a\n${'1\n'.repeat(50_001)}`, 'more than 50,000 rows'],
    ['is binary', Buffer.from('a\0b\0\0\0c'), 'neither CSV nor .xlsx'],
    ['is of .xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'old format .xls'],
    ['is a damaged archive', Buffer.from('PK\u0003\u0004 and no more of it'), 'damaged'],
    ['is an archive of something else', zipOf({ 'a.xml': '<a/>' }), 'cannot be read'],
    ['is a ZIP bomb', xlsxWith(' '.repeat(MAX_UNPACKED_BYTES)), 'larger than 64 MiB'],
    ['has a cell outside a sheet', xlsxWith('<row r="2"><c r="ZZZZZZ2"/></row>'), 'beyond XFD1048576'],
    [
      'has too many cells',
      `a\n${`${','.repeat(99)}\n`.repeat(MAX_CELLS / 100)}`,
      'more than 2,500,000 cells',
    ],
  ])('that %s is refused', async (_name, file, expected) => {
    const read = parseTable(Buffer.from(file as string));
    await expect(read).rejects.toThrow(expected);
  });

  it('that repeats a long text is refused', async () => {
    const { rows } = await parseTable(Buffer.from(`a\n${`${'x'.repeat(900)}\n`.repeat(10_000)}`));
    const columns = Array.from({ length: 3 }, () => 0);
    expect(() => [...rows(columns)]).toThrow('too much text');
  });

  it('numbers rows as a spreadsheet does, and counts cells beside the header', async () => {
    const { rows } = await parseTable(Buffer.from('a,b\n\n1,2\n,\n3,4,5\n'));
    expect([...rows([1])]).toEqual([
      { row: 3, cells: ['2'], excess: 0 },
      { row: 5, cells: ['4'], excess: 1 },
    ]);
  });
});
