import { copyFile, stat, truncate } from 'node:fs/promises';

const MAX_BYTES = 10 * 1_024 * 1_024;
const CHECK_MS = 10_000;

/**
 * Keeps PostgreSQL's log at about 10 MB, and as much of the earlier log in a second file. Returns a function
 * that stops this.
 */
export function boundLog(file: string): () => void {
  const timer = setInterval(() => void rotate(file).catch(() => {}), CHECK_MS).unref();
  return () => clearInterval(timer);
}

/** Moves the contents of a log that is too large to a second file. PostgreSQL keeps it open, and appends. */
export async function rotate(file: string, maxBytes = MAX_BYTES): Promise<void> {
  const { size } = await stat(file);
  if (size <= maxBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}
