import { crc32, deflateSync } from 'node:zlib';

/**
 * Returns a PNG image of one colour, whose header can lie about its size, and whose pixels can lack their
 * last bytes.
 */
export function pngOf(
  width: number,
  height: number,
  { green = 200, drawn = [width, height], cut = 0 } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of each colour.
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(drawn[0]! * 3, green)]);
  const rows = Buffer.concat(Array.from({ length: drawn[1]! }, () => row));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(rows).subarray(0, -cut || undefined)),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Returns a JPEG image of this size by its marks: with filled space, and in its scan a byte FF and a restart.
 */
export function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const scan = Buffer.from('ffffffda0008010100003f0012ff0034ffd056', 'hex');
  return Buffer.concat([Buffer.from('ffd8', 'hex'), frame, scan, Buffer.from('ffd9', 'hex')]);
}

/** Returns a chunk of a PNG image. */
export function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
