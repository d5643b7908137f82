import { FILE_BOUNDS } from './limits.ts';
import { runBounded } from './run-bounded.ts';

const WRITING = import.meta.resolve('#writing-process');

/**
 * A cell of a file to write: text, which stays text whatever it looks like, a number, or a day
 * (`2026-01-31`).
 */
export type XlsxCell = string | number | { day: string } | null;

/**
 * Writes an .xlsx file in a process with bounded memory and time.
 *
 * @param parts its rows as JSON, several `XlsxCell[]` in each part; the first row is the header
 * @throws TooLarge
 */
export async function writeXlsx(parts: readonly string[]): Promise<Buffer> {
  const lines = parts.values().map((part) => `${part}\n`);
  const bytes: Buffer[] = [];
  for await (const line of runBounded(WRITING, lines, {}, FILE_BOUNDS.writing)) {
    const { base64 } = JSON.parse(line.toString()) as { base64: string };
    bytes.push(Buffer.from(base64, 'base64'));
  }
  return Buffer.concat(bytes);
}
