import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ImportsBusy, readImport } from '../../../src/schema/import/read-import.ts';

const HEADER = 'reference,name,weight,price,category\n';
const LONG = Buffer.from(
  HEADER + Array.from({ length: 50_000 }, (_, at) => `A-${at},Rye,0.75,3.49,bakery\n`).join(''),
);

/** Returns how many processes this one has started that read a file. */
function readingNow(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ');
  return children.filter((pid) => pid !== '' && isReading(pid)).length;
}

function isReading(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reading-process');
  } catch {
    return false;
  }
}

it('reads two files at a time, and lets the others wait for some seconds', { timeout: 120_000 }, async () => {
  let most = 0;
  const measuring = setInterval(() => (most = Math.max(most, readingNow())), 20);
  const results = await Promise.allSettled(
    Array.from({ length: 16 }, (_, at) => readImport(`account:${at}`, LONG, { kind: 'products' })),
  );
  clearInterval(measuring);
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  expect(most).toBe(2);
  expect(results.length - refused.length).toBeGreaterThanOrEqual(2);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every((error) => error instanceof ImportsBusy)).toBe(true);
  expect(refused[0]).toMatchObject({ code: 'rate_limited', extensions: { retryAfter: 4 } });
});

it('reads one file of an account at a time', { timeout: 120_000 }, async () => {
  let most = 0;
  const measuring = setInterval(() => (most = Math.max(most, readingNow())), 20);
  const small = Buffer.from(`${HEADER}A-1,Rye,0.75,3.49,bakery\n`);
  const reads = Array.from({ length: 4 }, () => readImport('account:1', small, { kind: 'products' }));
  await Promise.allSettled(reads);
  clearInterval(measuring);
  expect(most).toBe(1);
});
