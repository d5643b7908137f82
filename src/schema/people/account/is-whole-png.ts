import { crc32, createInflate } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** The length, the type and the checksum of a chunk. */
const CHUNK_FRAME_BYTES = 12;
/** Samples of a pixel by the colour type of the header. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface PngSize {
  width: number;
  height: number;
}

/**
 * Returns whether a file that begins as a PNG image is whole: all chunks with their checksums, the last one
 * at its end, and as many pixels as its header says. The pixels are inflated outside the event loop, and
 * never kept.
 */
export async function isWholePng(file: Buffer, { width, height }: PngSize): Promise<boolean> {
  const pixels = pixelsIn(file);
  if (!pixels) return false;
  const bits = (CHANNELS[file.readUInt8(25)] ?? Infinity) * file.readUInt8(24);
  let bytes = 0;
  try {
    const inflate = createInflate({ chunkSize: 256 * 1_024 });
    inflate.end(pixels);
    for await (const part of inflate as AsyncIterable<Buffer>) {
      bytes += part.length;
      // A row has a byte for its filter, an interlaced image more rows.
      if (bytes > (width * 8 + 2) * height) return false;
    }
  } catch {
    return false;
  }
  return bytes * 8 >= width * height * bits;
}

/** Returns the compressed pixels; undefined if the chunks are not whole. */
function pixelsIn(file: Buffer): Buffer | undefined {
  const pixels: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at + CHUNK_FRAME_BYTES <= file.length;) {
    const end = at + CHUNK_FRAME_BYTES + file.readUInt32BE(at);
    if (end > file.length) return undefined;
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return undefined;
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return end === file.length ? Buffer.concat(pixels) : undefined;
    if (type === 'IDAT') pixels.push(file.subarray(at + 8, end - 4));
    at = end;
  }
  return undefined;
}
