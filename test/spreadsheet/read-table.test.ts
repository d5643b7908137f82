import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_UNPACKED_BYTES } from '../../src/spreadsheet/limits.ts';
import { parseTable } from '../../src/spreadsheet/parse-table.ts';
import { readTable } from '../../src/spreadsheet/read-table.ts';

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
    ['is a ZIP bomb', zipOf({ 'a.xml': ' '.repeat(MAX_UNPACKED_BYTES + 1) }), 'larger than 100 MiB'],
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

it('reads in a thread, whose faults are those of the file', async () => {
  const rows = await readTable(Buffer.from('a,b\n1,2\n'), (header) => [header.indexOf('b')]);
  expect(rows).toEqual([{ row: 2, cells: ['2'], excess: 0 }]);
  await expect(readTable(Buffer.from('a\n"'), () => [0])).rejects.toThrow('Line 2');
  const chosen = new Error('no such column');
  await expect(
    readTable(Buffer.from('a\n1'), () => {
      throw chosen;
    }),
  ).rejects.toBe(chosen);
});

type Cell = string | number;

/** Returns an .xlsx file of one sheet. */
function xlsxOf(rows: readonly (readonly Cell[])[]): Buffer {
  const sheet = rows.map((cells, at) => rowXml(cells, at + 1)).join('');
  return zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
  });
}

function rowXml(cells: readonly Cell[], row: number): string {
  const made = cells.map((cell, at) => {
    const place = `r="${String.fromCodePoint(65 + at)}${row}"`;
    return typeof cell === 'number'
      ? `<c ${place}><v>${cell}</v></c>`
      : `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`;
  });
  return `<row r="${row}">${made.join('')}</row>`;
}

/** Returns a ZIP archive of these texts. */
function zipOf(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = deflateRawSync(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(text), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(Buffer.byteLength(text), 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), data]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, end, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const last = Buffer.alloc(18);
  last.writeUInt16LE(directory.length, 4);
  last.writeUInt16LE(directory.length, 6);
  last.writeUInt32LE(entries.length, 8);
  last.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entries, Buffer.from('PK\u0005\u0006', 'latin1'), last]);
}
