import { unreadable, UnreadableFile } from './unreadable-file.ts';

/** How a file is read: `text` is CSV, the others are workbooks. */
export type FileFormat = 'text' | 'archive' | 'compound' | 'xml' | 'html';

const SAVE = 'Open the list in a spreadsheet program and save it as .xlsx or CSV';

/** The beginnings of files of other programs, and the advice for their senders. */
const FOREIGN_SIGNATURES: readonly [signature: string, message: string, problem?: 'file_compressed'][] = [
  ['%PDF', `This is a PDF, not a spreadsheet. ${SAVE}`],
  ['\u0089PNG', `This is a picture, not a spreadsheet. ${SAVE}`],
  ['\u00FF\u00D8\u00FF', `This is a picture, not a spreadsheet. ${SAVE}`],
  ['GIF8', `This is a picture, not a spreadsheet. ${SAVE}`],
  ['RIFF', `This is a picture or a recording, not a spreadsheet. ${SAVE}`],
  ['II*\0', `This is a picture, not a spreadsheet. ${SAVE}`],
  ['MM\0*', `This is a picture, not a spreadsheet. ${SAVE}`],
  ['{\\rtf', `This is a text document, not a spreadsheet. ${SAVE}`],
  ['\u001F\u008B', 'This is a compressed file. Unpack it and send the file inside', 'file_compressed'],
  ['7z\u00BC\u00AF', 'This is a compressed file. Unpack it and send the file inside', 'file_compressed'],
  ['Rar!', 'This is a compressed file. Unpack it and send the file inside', 'file_compressed'],
  ['BZh', 'This is a compressed file. Unpack it and send the file inside', 'file_compressed'],
];
/** Lists of Multiplan and VisiCalc, whose lines look like CSV. */
const SYLK = /^ID;P[^\r\n]*[\r\n]+(?:[BCFOPW];|E\b)/;
const DIF = /^TABLE[\r\n]+0,1[\r\n]/;
/** The beginning of a picture that a phone took, which names its type after the first box: `ftypheic`. */
const PHONE_PICTURE = /^.{4}ftyp/s;

/** The names of streams that identify a compound file, in UTF-16 as in its directory. */
const STREAMS: Record<'password' | 'workbook', readonly Buffer[]> = {
  password: [utf16('EncryptedPackage'), utf16('EncryptionInfo')],
  workbook: [utf16('Workbook'), utf16('Book')],
};

/**
 * Returns how a file is read.
 *
 * @throws UnreadableFile if it is nothing that has rows
 */
export function formatOf(bytes: Uint8Array): FileFormat {
  if (bytes.length === 0) throw unreadable('file_empty', 'The file is empty');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.toString('latin1', 0, 1_024);
  if (start.startsWith('PK\u0003\u0004') || start.startsWith('PK\u0005\u0006')) return archive(buffer);
  if (start.startsWith('\u00D0\u00CF\u0011\u00E0')) return compound(buffer);
  if (isOldWorkbook(buffer)) return 'compound';
  for (const [signature, message, problem = 'not_a_spreadsheet'] of FOREIGN_SIGNATURES)
    if (start.startsWith(signature)) throw unreadable(problem, message);
  if (PHONE_PICTURE.test(start))
    throw unreadable('not_a_spreadsheet', `This is a picture, not a spreadsheet. ${SAVE}`);
  if (SYLK.test(start)) throw unreadable('not_a_spreadsheet', `This is a file of the format SYLK. ${SAVE}`);
  if (DIF.test(start)) throw unreadable('not_a_spreadsheet', `This is a file of the format DIF. ${SAVE}`);
  return markup(start);
}

/** Returns whether a file is a workbook of Excel 2 to 4. These have no directory, but begin with a record. */
function isOldWorkbook(buffer: Buffer): boolean {
  const [type, version, length, high] = buffer;
  return type === 9 && [0, 2, 4, 8].includes(version!) && [4, 6, 8, 16].includes(length!) && high === 0;
}

/** Returns the format of an archive, such as an XLSX file, and refuses those that are no spreadsheets. */
function archive(buffer: Buffer): FileFormat {
  const has = (name: string) => buffer.includes(name, 0, 'latin1');
  if (has('word/'))
    throw unreadable('not_a_spreadsheet', `This is a text document, not a spreadsheet. ${SAVE}`);
  if (has('ppt/'))
    throw unreadable('not_a_spreadsheet', `This is a presentation, not a spreadsheet. ${SAVE}`);
  const isDocument = has('application/vnd.oasis.opendocument') && !has('opendocument.spreadsheet');
  if (isDocument) throw unreadable('not_a_spreadsheet', `This is a document, not a spreadsheet. ${SAVE}`);
  return 'archive';
}

function compound(buffer: Buffer): FileFormat {
  if (STREAMS.password.some((name) => buffer.includes(name))) throw passwordProtected();
  if (!STREAMS.workbook.some((name) => buffer.includes(name)))
    throw unreadable('not_a_spreadsheet', `This is a document, not a spreadsheet. ${SAVE}`);
  return 'compound';
}

export function passwordProtected(): UnreadableFile {
  return unreadable('file_protected', 'The file has a password. Remove it and save it again');
}

function markup(start: string): FileFormat {
  const text = start
    .replaceAll('\0', '')
    .replace(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)/, '')
    .trimStart();
  const lower = text.slice(0, 512).toLowerCase();
  if (/^<(?:!doctype html|html|head|body|table|meta|style)\b/.test(lower)) return 'html';
  if (lower.startsWith('<?xml') || lower.startsWith('<workbook') || lower.startsWith('<office:'))
    return lower.includes('<html') ? 'html' : 'xml';
  if (/^[{[]\s*["{[]/.test(lower))
    throw unreadable(
      'not_a_spreadsheet',
      'This is a JSON file. Send its records to the API, or save them as .xlsx or CSV',
    );
  return 'text';
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}
