import { type TableChecksum, Tallier } from './tally.ts';

const COPY_BLOCK_BYTES = 256 * 1_024;
const PROGRESS_MS = 5_000;

/** Receives progress messages for people. */
export type ReportProgress = (text: string) => void;

/**
 * Passes rows on in large blocks, because each costs a turn of the compressor, and counts them. Reports the
 * count every few seconds and at the end.
 */
export async function* copied(
  source: AsyncIterable<Buffer>,
  onCount: ReportProgress = () => {},
): AsyncGenerator<Buffer, TableChecksum> {
  const tallier = new Tallier();
  let toldAt = performance.now();
  for await (const block of blocksOf(source)) {
    tallier.add(block);
    yield block;
    if (performance.now() - toldAt < PROGRESS_MS) continue;
    onCount(`${rowCountText(tallier)} so far`);
    toldAt = performance.now();
  }
  if (tallier.tally.rows > 0) onCount(rowCountText(tallier));
  return tallier.tally;
}

async function* blocksOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of source) {
    parts.push(part);
    size += part.length;
    if (size < COPY_BLOCK_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

function rowCountText({ tally: { rows } }: Tallier): string {
  return `${rows.toLocaleString('en')} row${rows === 1 ? '' : 's'}`;
}
