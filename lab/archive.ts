import { crc32, deflateRawSync } from 'node:zlib';

type Cell = string | number;

/** What is wrong in one file of an archive. */
interface Lie {
  /** Changes of 16 or 32 bits in its local description, by their offset. */
  local?: Record<number, number>;
  /** The same in the directory. */
  central?: Record<number, number>;
}

/** What is wrong in an archive: in its files, by their names, and at its end, by the offset. */
export interface Lies {
  files?: Record<string, Lie>;
  end?: Record<number, number>;
}

const SHORT_FIELDS = new Set([4, 6, 8, 10, 12, 26, 28]);

/** Returns an .xlsx file of one sheet. */
export function xlsxOf(rows: readonly (readonly Cell[])[]): Buffer {
  return xlsxWith(rows.map((cells, at) => rowXml(cells, at + 1)).join(''));
}

/** Returns an .xlsx file whose sheet has this XML. */
export function xlsxWith(sheet: string, others: Record<string, string> = {}, lies: Lies = {}): Buffer {
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
    ...others,
  };
  return zipOf(files, lies);
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
export function zipOf(files: Record<string, string>, { files: lies = {}, end = {} }: Lies = {}): Buffer {
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
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const central = Buffer.concat([
      Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
      common,
      place,
      Buffer.from(name),
    ]);
    change(local, lies[name]?.local);
    change(central, lies[name]?.central);
    directory.push(central);
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.write('PK\u0005\u0006', 'latin1');
  last.writeUInt16LE(directory.length, 8);
  last.writeUInt16LE(directory.length, 10);
  last.writeUInt32LE(entries.length, 12);
  last.writeUInt32LE(offset, 16);
  change(last, end);
  return Buffer.concat([...parts, entries, last]);
}

function change(bytes: Buffer, changes: Record<number, number> = {}): void {
  for (const [offset, value] of Object.entries(changes)) {
    if (SHORT_FIELDS.has(Number(offset))) bytes.writeUInt16LE(value, Number(offset));
    else bytes.writeUInt32LE(value, Number(offset));
  }
}
