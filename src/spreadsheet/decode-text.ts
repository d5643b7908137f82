import { UnreadableFile } from './unreadable-file.ts';

/** How much of a file without a byte order mark shows whether it is UTF-16. */
const SAMPLE_BYTES = 1_000;

/**
 * Returns the text of a file in UTF-8 or UTF-16, with or without a byte order mark, or in Windows-1252.
 *
 * @throws UnreadableFile if it is no text
 */
export function decodeText(bytes: Uint8Array): string {
  // The decoder removes the byte order mark.
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes('\0')) throw new UnreadableFile('The file is neither CSV nor .xlsx');
  return text;
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  // In UTF-16, every other byte of Latin text is zero.
  if (zeros[1]! > sample.length / 4 && zeros[0] === 0) return 'utf-16le';
  if (zeros[0]! > sample.length / 4 && zeros[1] === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
