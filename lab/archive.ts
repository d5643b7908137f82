import { zipSync } from 'fflate';

type Cell = string | number;

/** The deliberate errors in the headers of one file of an archive. */
interface Lie {
  /** Values of 16 or 32 bits to write into the header before the file's data, by their offsets. */
  local?: Record<number, number>;
  /** Values of 16 or 32 bits to write into the file's header in the central directory, by their offsets. */
  central?: Record<number, number>;
}

/** The deliberate errors in an archive: in its files, by name, and in its end record, by offset. */
export interface Lies {
  files?: Record<string, Lie>;
  end?: Record<number, number>;
}

/** The lengths of a file's two headers, without its name, and of the end record. */
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES] = [30, 46, 22];
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
  const zip = Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))),
  );
  // A file's name first occurs in its local header, and last in the central directory, after a part of fixed
  // length.
  for (const [name, { local, central }] of Object.entries(lies)) {
    change(zip, zip.lastIndexOf(name) - CENTRAL_BYTES, central);
    change(zip, zip.indexOf(name) - LOCAL_BYTES, local);
  }
  change(zip, zip.length - END_BYTES, end);
  return zip;
}

function change(zip: Buffer, from: number, changes: Record<number, number> = {}): void {
  for (const [offset, value] of Object.entries(changes)) {
    if (SHORT_FIELDS.has(Number(offset))) zip.writeUInt16LE(value, from + Number(offset));
    else zip.writeUInt32LE(value, from + Number(offset));
  }
}
