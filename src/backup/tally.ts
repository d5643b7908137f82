import { crc32 } from 'node:zlib';

const NEWLINE = 10;
const MODULUS = 2 ** 48;

/** A checksum of a table's rows that does not depend on their order. */
export interface TableChecksum {
  rows: number;
  bytes: number;
  /** The sum of the rows' CRC-32. */
  sum: number;
}

/** Tallies the lines of a COPY in text format, one per row, from blocks that may end within a line. */
export class Tallier {
  #rows = 0;
  #bytes = 0;
  #sum = 0;
  /** The CRC of the current, incomplete line. */
  #crc = 0;

  add(block: Buffer): void {
    this.#bytes += block.length;
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      this.#sum = (this.#sum + crc32(block.subarray(start, end), this.#crc)) % MODULUS;
      this.#crc = 0;
      this.#rows += 1;
      start = end + 1;
    }
    if (start < block.length) this.#crc = crc32(block.subarray(start), this.#crc);
  }

  get tally(): TableChecksum {
    return { rows: this.#rows, bytes: this.#bytes, sum: this.#sum };
  }
}

export function isSame(one: TableChecksum, other: TableChecksum | undefined): boolean {
  return one.rows === other?.rows && one.bytes === other.bytes && one.sum === other.sum;
}
