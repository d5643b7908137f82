import { readFileSync, writeSync } from 'node:fs';
import { UnreadableFile } from './unreadable-file.ts';

/** The exit code of a process that needed more memory than it may have. */
export const TOO_LARGE = 70;

const [STDIN, STDOUT] = [0, 1];
const NEWLINE = 0x0a;

/**
 * Calls `read` with the options and bytes that `runBounded` sent, and returns each of its results to it, as a
 * line of JSON. An {@link UnreadableFile} is the last result, as `{unreadable}`.
 */
export async function answerParent(
  read: (bytes: Uint8Array, options: never) => AsyncIterable<object>,
): Promise<void> {
  const input = readFileSync(STDIN);
  const end = input.indexOf(NEWLINE);
  const options = JSON.parse(input.toString('utf8', 0, end)) as never;
  try {
    for await (const result of read(input.subarray(end + 1), options)) sendLine(result);
  } catch (error) {
    if (error instanceof UnreadableFile) sendLine({ unreadable: error.found });
    // For example, a text or buffer is longer than JavaScript allows.
    else if (error instanceof RangeError) process.exitCode = TOO_LARGE;
    else throw error;
  }
}

/** Waits while the parent reads it, so that results do not take memory here. */
function sendLine(result: object): void {
  let rest: Uint8Array = Buffer.from(`${JSON.stringify(result)}\n`);
  while (rest.length > 0) rest = rest.subarray(writeSync(STDOUT, rest));
}
