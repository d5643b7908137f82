import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { fileErrorOf } from '../error-line.ts';

// A backup is compressed SQL text: comments with JSON at both ends, with COPY statements and their rows
// between them.

const BACKUP_PREFIX = '-- provender backup ';
const CONTENTS = '-- contents ';
const FORMAT = 1;
export const END_OF_ROWS = String.raw`\.`;

const tally = z.object({ rows: z.number(), bytes: z.number(), sum: z.number() });
const headerShape = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** The version that wrote it; the first backups have none. */
  version: z.string().optional(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The tables whose rows the backup lacks. */
  leftOut: z.array(z.string()).optional(),
});
const contents = z.object({
  tables: z.record(z.string(), tally),
  sequences: z.record(z.string(), z.int().positive()),
});

export type Header = Omit<z.infer<typeof headerShape>, 'format'>;
export type Contents = z.infer<typeof contents>;

/** A backup that cannot be restored; the message says why. */
export class BackupError extends Error {}

export function headerLine(value: Header): string {
  return BACKUP_PREFIX + JSON.stringify({ format: FORMAT, ...value });
}

export function contentsLine(value: Contents): string {
  return CONTENTS + JSON.stringify(value);
}

/** Reads a backup from start to end. */
export class BackupReader {
  readonly #path: string;
  readonly #blocks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(path: string) {
    this.#path = path;
    const text = createZstdDecompress();
    // The error reaches the reader of the text.
    pipeline(createReadStream(path), text).catch(() => {});
    this.#blocks = text[Symbol.asyncIterator]();
  }

  /**
   * Opens a backup and reads its header, after reading the whole file once: its checksum stands at the end,
   * and damaged rows could look like another fault.
   *
   * @throws BackupError when the file cannot be read, is damaged, or is not a backup that this version
   * understands
   */
  static async open(path: string): Promise<{ reader: BackupReader; header: Header }> {
    const trial = new BackupReader(path);
    const first = await trial.line();
    if (!first?.startsWith(BACKUP_PREFIX)) throw trial.damaged();
    if (!(await trial.#lastLine()).startsWith(CONTENTS)) throw trial.damaged();

    const reader = new BackupReader(path);
    const line = (await reader.line())!;
    const parsed = headerShape.safeParse(JSON.parse(line.slice(BACKUP_PREFIX.length)));
    if (!parsed.success) throw new BackupError(`${path} was made by a newer version of Provender`);
    return { reader, header: parsed.data };
  }

  /** Returns the next line, or undefined at the end of the file. */
  async line(): Promise<string | undefined> {
    for (let end = -1; ;) {
      end = this.#rest.indexOf('\n');
      if (end >= 0) return this.#take(end + 1).toString('utf8', 0, end);
      if (!(await this.#more())) return undefined;
    }
  }

  /**
   * Yields the rows of a COPY, in blocks of whole lines.
   *
   * @throws BackupError when the file ends among them
   */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = endOfRows(this.#rest);
      if (end >= 0) {
        const rows = this.#take(end);
        await this.line();
        if (rows.length > 0) yield rows;
        return;
      }
      // The last, incomplete line may be part of the end marker.
      const whole = this.#rest.lastIndexOf('\n') + 1;
      if (whole > 0) yield this.#take(whole);
      if (!(await this.#more())) throw this.damaged();
    }
  }

  /** Returns the contents that the last line of the file declares. */
  contentsIn(line: string): Contents | undefined {
    if (!line.startsWith(CONTENTS)) return undefined;
    return contents.parse(JSON.parse(line.slice(CONTENTS.length)));
  }

  async close(): Promise<void> {
    await this.#blocks.return?.();
  }

  damaged(cause?: unknown): BackupError {
    return new BackupError(`${this.#path} is damaged, or not a backup of Provender`, { cause });
  }

  /** Reads to the end, and returns the last line. */
  async #lastLine(): Promise<string> {
    do {
      // Keeps only what may be the last line, whose own end does not count.
      this.#take(this.#rest.subarray(0, -1).lastIndexOf('\n') + 1);
    } while (await this.#more());
    return this.#rest.subarray(this.#rest.subarray(0, -1).lastIndexOf('\n') + 1).toString('utf8');
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<boolean> {
    try {
      const { value, done } = await this.#blocks.next();
      if (done) return false;
      this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : value;
      return true;
    } catch (error) {
      const isOfFile = (error as NodeJS.ErrnoException).syscall !== undefined;
      if (!isOfFile) throw this.damaged(error);
      throw new BackupError(`${this.#path} cannot be read: ${fileErrorOf(error)}`, { cause: error });
    }
  }
}

/** Returns where the line after the last row begins in a block of lines. Rows escape every backslash. */
function endOfRows(block: Buffer): number {
  const line = `${END_OF_ROWS}\n`;
  let at = block.indexOf(line);
  while (at > 0 && block[at - 1] !== 10) at = block.indexOf(line, at + 1);
  return at;
}
