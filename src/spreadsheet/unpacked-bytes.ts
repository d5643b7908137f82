import { UnreadableFile } from './unreadable-file.ts';

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const ENTRY_BYTES = 46;
/** The size of entries whose real size is elsewhere (ZIP64), which no file of ten megabytes needs. */
const ZIP64 = 0xffffffff;

/**
 * Returns the sum of the uncompressed sizes that the directory of a ZIP archive states. The library that unpacks it
 * writes no more than that.
 *
 * @throws UnreadableFile if it has no valid directory
 */
export function unpackedBytesOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let sum = 0;
  for (let count = 0; count < entries; count++) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY) throw damaged();
    const size = view.getUint32(at + 24, true);
    if (size === ZIP64) throw damaged();
    sum += size;
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    at += ENTRY_BYTES + name! + extra! + comment!;
  }
  return sum;
}

function endOfDirectory(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  throw damaged();
}

function damaged(): UnreadableFile {
  return new UnreadableFile('The .xlsx file is damaged. Save it again, or as CSV');
}
