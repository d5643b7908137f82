import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MEMORY } from '../../../src/spreadsheet/limits.ts';
import { ImportsBusy, readImport } from '../../../src/schema/import/read-import.ts';

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
  'reads two files at a time, of which one may be large, and lets the others wait for some seconds',
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
    expect([most, mostLarge]).toEqual([2, 1]);
    expect(results.length - refused.length).toBeGreaterThanOrEqual(2);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((error) => error instanceof ImportsBusy)).toBe(true);
    expect(refused[0]).toMatchObject({ code: 'rate_limited', extensions: { retryAfter: 4 } });
  },
);

it('reads one file of an account at a time', { timeout: 120_000 }, async () => {
  let most = 0;
  const measuring = setInterval(() => (most = Math.max(most, readingNow())), 20);
  const small = Buffer.from(`${HEADER}A-1,Rye,0.75,3.49,bakery\n`);
  const reads = Array.from({ length: 4 }, () => readImport('account:1', small, OPTIONS));
  await Promise.allSettled(reads);
  clearInterval(measuring);
  expect(most).toBe(1);
});

function isLarge(command: string): boolean {
  return command.includes(`--max-old-space-size=${MEMORY.large.heapMiB}`);
}

function read(at: number, file: Buffer) {
  return readImport(`account:${at}`, file, OPTIONS);
}
