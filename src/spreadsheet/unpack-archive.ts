import { crc32, inflateRawSync } from 'node:zlib';
import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from './limits.ts';
import { unreadable, UnreadableFile } from './unreadable-file.ts';

const [LOCAL, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const [LOCAL_BYTES, ENTRY_BYTES, END_BYTES] = [30, 46, 22];
const MAX_COMMENT = 0xffff;
/** The values that stand for a number in a ZIP64 record. */
const [ZIP64_COUNT, ZIP64_SIZE] = [0xffff, 0xffffffff];
const [STORED, DEFLATED] = [0, 8];
/** The smallest chunk that zlib takes. */
const MIN_CHUNK = 64;
/** Flags of an entry: encrypted, its sizes follow its data, and encryption again. */
const [ENCRYPTED, SIZES_FOLLOW, STRONGLY_ENCRYPTED] = [1, 8, 64];

/** A file in an archive. */
interface ArchiveEntry {
  name: string;
  method: number;
  crc: number;
  packed: Uint8Array;
  size: number;
}

/**
 * Returns the files of a ZIP archive that `isNeeded` selects, unpacked, by their names. Refuses archives
 * whose two descriptions of a file differ, because the next program could believe the other one.
 *
 * @throws UnreadableFile
 */
export function unpackArchive(bytes: Uint8Array, isNeeded: (name: string) => boolean): Map<string, Buffer> {
  const needed = archiveEntries(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).filter(
    ({ name }) => isNeeded(name),
  );
  const size = needed.reduce((sum, entry) => sum + entry.size, 0);
  if (size > MAX_UNPACKED_BYTES)
    throw unreadable(
      'unpacked_too_large',
      `The file is larger than ${MAX_UNPACKED_BYTES / 1_024 ** 2} MiB when unpacked. Split it`,
      { max: MAX_UNPACKED_BYTES },
    );
  return new Map(needed.map((entry) => [entry.name, unpacked(entry)]));
}

function archiveEntries(bytes: Buffer): ArchiveEntry[] {
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const [length, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  // Archives of several disks, and ZIP64, which no file of ten megabytes needs.
  const isPlain =
    bytes.readUInt32LE(end + 4) === 0 &&
    bytes.readUInt16LE(end + 8) === count &&
    start + length === end &&
    count !== ZIP64_COUNT;
  if (!isPlain) throw damagedArchive();
  if (count > MAX_ARCHIVE_ENTRIES)
    throw unreadable(
      'too_many_parts',
      `The file has more than ${MAX_ARCHIVE_ENTRIES} parts, such as sheets and pictures. Save the sheet with the rows alone, or as CSV`,
      { max: MAX_ARCHIVE_ENTRIES },
    );
  const entries: ArchiveEntry[] = [];
  const names = new Set<string>();
  const places: { from: number; to: number }[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY) throw damagedArchive();
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const next = at + ENTRY_BYTES + name! + extra! + comment!;
    if (next > end) throw damagedArchive();
    const { entry, ...place } = entryAt(bytes, at, start);
    if (names.has(entry.name.toLowerCase())) throw damagedArchive();
    names.add(entry.name.toLowerCase());
    entries.push(entry);
    places.push(place);
    at = next;
  }
  places.sort((one, other) => one.from - other.from);
  // No bytes belong to two files: that is how small archives become large.
  const isApart = places.every(({ from }, index) => index === 0 || from >= places[index - 1]!.to);
  if (at !== end || !isApart) throw damagedArchive();
  return entries;
}

function endOfDirectory(bytes: Buffer): number {
  const last = bytes.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (bytes.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + bytes.readUInt16LE(at + 20) !== bytes.length) throw damagedArchive();
    return at;
  }
  throw damagedArchive();
}

/** Returns the entry that the directory describes at `at`, and where it is in the file. */
function entryAt(
  bytes: Buffer,
  at: number,
  directory: number,
): { entry: ArchiveEntry; from: number; to: number } {
  const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)];
  const [crc, packedSize, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset));
  const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + bytes.readUInt16LE(at + 28));
  const from = bytes.readUInt32LE(at + 42);
  if ((flags & (ENCRYPTED | STRONGLY_ENCRYPTED)) !== 0)
    throw unreadable('file_protected', 'The file has a password. Save it without one');
  if (from + LOCAL_BYTES > directory || bytes.readUInt32LE(from) !== LOCAL) throw damagedArchive();
  const data = from + LOCAL_BYTES + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28);
  const to = data + packedSize!;
  const localName = bytes.subarray(from + LOCAL_BYTES, from + LOCAL_BYTES + bytes.readUInt16LE(from + 26));
  const isSameFile =
    bytes.readUInt16LE(from + 6) === flags &&
    bytes.readUInt16LE(from + 8) === method &&
    localName.equals(name);
  const isSameSize = [crc, packedSize, size].every((value, index) => {
    const local = bytes.readUInt32LE(from + 14 + 4 * index);
    return local === value || (local === 0 && (flags & SIZES_FOLLOW) !== 0);
  });
  const isZip64 = packedSize === ZIP64_SIZE || size === ZIP64_SIZE || from === ZIP64_SIZE;
  const isKnown = method === DEFLATED || (method === STORED && packedSize === size);
  if (!isSameFile || !isSameSize || !isKnown || isZip64 || to > directory) throw damagedArchive();
  const entry = { name: name.toString(), method, crc: crc!, packed: bytes.subarray(data, to), size: size! };
  return { entry, from, to };
}

function unpacked({ method, crc, packed, size }: ArchiveEntry): Buffer {
  const bytes = method === STORED ? Buffer.from(packed) : inflated(packed, size);
  if (bytes.length !== size || crc32(bytes) !== crc) throw damagedArchive();
  return bytes;
}

function inflated(packed: Uint8Array, size: number): Buffer {
  try {
    // One byte more shows that the stated size is wrong. In one chunk, because several would be copied
    // together.
    return inflateRawSync(packed, { maxOutputLength: size + 1, chunkSize: Math.max(MIN_CHUNK, size + 1) });
  } catch {
    throw damagedArchive();
  }
}

/** Returns a ZIP archive of files that are not compressed, for libraries that read only archives. */
export function storedArchive(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const entry = Buffer.alloc(ENTRY_BYTES);
    entry.writeUInt32LE(ENTRY, 0);
    entry.writeUInt16LE(20, 4);
    common.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    const signature = Buffer.alloc(4);
    signature.writeUInt32LE(LOCAL);
    parts.push(signature, common, nameBytes, bytes);
    directory.push(entry, nameBytes);
    offset += LOCAL_BYTES + nameBytes.length + bytes.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}

function damagedArchive(): UnreadableFile {
  return unreadable('file_damaged', 'The file is damaged. Save it again, or as CSV');
}
