import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { xlsxOf } from '../../../../lab/archive.ts';
import { FILE_BOUNDS, MAX_SMALL_BYTES } from '../../../../src/spreadsheet/limits.ts';
import { ImportsBusy } from '../../../../src/schema/exchange/import/file/file-places.ts';
import { readImport } from '../../../../src/schema/exchange/import/run/read-import.ts';

const OPTIONS = { kind: 'products', choices: {}, currency: 'EUR', remembered: {} } as const;
const HEADER = 'reference,name,weight,price,category\n';
const [SHORT, LONG] = [4_000, 50_000].map((count) => {
  const rows = Array.from({ length: count }, (_, at) => `A-${at},Rye,0.75,3.49,bakery\n`);
  return Buffer.from(HEADER + rows.join(''));
}) as [Buffer, Buffer];

/** Returns how many processes this one has started that read a file, or one that `isMeant`. */
function readingNow(isMeant = (_command: string) => true): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ');
  return children.filter((pid) => pid !== '' && isReading(pid, isMeant)).length;
}

function isReading(pid: string, isMeant: (command: string) => boolean): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return command.includes('reading-process') && isMeant(command);
  } catch {
    return false;
  }
}

it(
  'reads three files at a time, of which two may be large, and lets the others wait for some seconds',
  { timeout: 120_000 },
  async () => {
    let [most, mostLarge] = [0, 0];
    const measuring = setInterval(() => {
      most = Math.max(most, readingNow());
      mostLarge = Math.max(mostLarge, readingNow(isLarge));
    }, 20);
    const first = read(0, LONG);
    await expect.poll(() => mostLarge).toBe(1);
    const others = Array.from({ length: 16 }, (_, at) => read(at + 1, at % 4 === 0 ? SHORT : LONG));
    const results = await Promise.allSettled([first, ...others]);
    clearInterval(measuring);
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect([most, mostLarge]).toEqual([3, 2]);
    expect(results.length - refused.length).toBeGreaterThanOrEqual(2);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((error) => error instanceof ImportsBusy)).toBe(true);
    expect(refused[0]).toMatchObject({ code: 'service_unavailable', extensions: { retryAfter: 4 } });
  },
);

/** The maximum memory of reading a small and a large file together. */
const MAX_MIB = 300;

/** Returns the private memory of all processes that read a file. */
function readingMiB(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ');
  const reading = children.filter((pid) => pid !== '' && isReading(pid, () => true));
  return reading.reduce((sum, pid) => sum + privateMiBOf(pid), 0);
}

function privateMiBOf(pid: string): number {
  try {
    const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

it(
  'reads a workbook of 50,000 rows and 20 columns beside small files, in 300 MiB together',
  { timeout: 300_000 },
  async () => {
    const columns = ['reference', 'name', 'weight', 'price', 'category'];
    const names = [...columns, ...Array.from({ length: 15 }, (_, at) => `column ${at}`)];
    const rows = Array.from({ length: 50_000 }, (_, row) => [
      `A-${row}`,
      `Rye bread number ${row}`,
      0.75,
      3.49,
      'bakery',
      ...Array.from({ length: 15 }, (_cell, at) => (at % 2 === 0 ? row * at : `some text ${row % 500}`)),
    ]);
    const workbook = xlsxOf([names, ...rows]);
    expect(workbook.length).toBeGreaterThan(MAX_SMALL_BYTES);
    expect(FILE_BOUNDS.small.privateMiB + FILE_BOUNDS.large.privateMiB).toBeLessThanOrEqual(MAX_MIB);
    let most = 0;
    let mostLarge = 0;
    const measuring = setInterval(() => {
      most = Math.max(most, readingMiB());
      mostLarge = Math.max(mostLarge, readingNow(isLarge));
    }, 20);
    const done = read(100, workbook);
    let isDone = false;
    void done.finally(() => (isDone = true)).catch(() => {});
    let neighbours = 0;
    for (; !isDone && neighbours < 3; neighbours++) expect((await read(101, SHORT)).total).toBe(4_000);
    const { rows: count, total, refused, batches } = await done;
    clearInterval(measuring);
    expect([count, total, refused]).toEqual([50_000, 50_000, 0]);
    const first = JSON.parse(batches[0]!.toString()) as { values: object }[];
    expect(first[0]!.values).toMatchObject({ reference: 'A-0', name: 'Rye bread number 0', price: 3.49 });
    const last = JSON.parse(batches.at(-1)!.toString()) as { values: object; rows: { row: number }[] }[];
    expect(last.at(-1)).toMatchObject({ values: { reference: 'A-49999' }, rows: [{ row: 50_001 }] });
    expect(mostLarge).toBe(1);
    expect(neighbours).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(MAX_MIB);
  },
);

it('reads one file of an account at a time', async () => {
  let most = 0;
  const measuring = setInterval(() => (most = Math.max(most, readingNow())), 20);
  const small = Buffer.from(`${HEADER}A-1,Rye,0.75,3.49,bakery\n`);
  const reads = Array.from({ length: 4 }, () => readImport('account:1', small, OPTIONS));
  await Promise.allSettled(reads);
  clearInterval(measuring);
  expect(most).toBe(1);
});

function isLarge(command: string): boolean {
  return command.includes(`--max-old-space-size=${FILE_BOUNDS.large.heapMiB}`);
}

function read(at: number, file: Buffer) {
  return readImport(`account:${at}`, file, OPTIONS);
}
