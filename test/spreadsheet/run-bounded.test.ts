import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type Bounds, FILE_BOUNDS, MAX_FILE_BYTES } from '../../src/spreadsheet/limits.ts';
import { appErrorOf } from '../../src/http/response/error-status.ts';
import { runBounded, TooBusy } from '../../src/spreadsheet/run-bounded.ts';
import { UnreadableFile } from '../../src/spreadsheet/unreadable-file.ts';
import type { Deed } from './bad-program.ts';

const BAD_PROGRAM = import.meta.resolve('./bad-program.ts');
const NOTHING = new Uint8Array();

async function linesOf(deed: Deed, bytes: Uint8Array = NOTHING, bounds?: Bounds): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of runBounded(BAD_PROGRAM, bytes, { deed }, bounds))
    lines.push(JSON.parse(line.toString()));
  return lines;
}

// A process starts in a fraction of a second, on a busy machine in some.
describe('a process that reads a file', () => {
  it('gets the bytes and options, and returns lines', async () => {
    const text = `ü\n${'x'.repeat(MAX_FILE_BYTES / 2)}`;
    expect(await linesOf('echo', Buffer.from(text))).toEqual([{ text }]);
    expect(await linesOf('refuse')).toEqual([
      { unreadable: { wording: 'no', problem: 'file_damaged', values: null } },
    ]);
  });

  it('has no environment, and no handles of this process', async () => {
    expect(await linesOf('environment')).toEqual([
      {
        names: expect.toSatisfy((names: string[]) =>
          names.every((name) => /^(UV_THREADPOOL_SIZE|NODE_COMPILE_CACHE|PWD|_|OLDPWD)$/.test(name)),
        ),
      },
    ]);
    const [{ handles }] = (await linesOf('handles')) as [{ handles: number }];
    expect(handles).toBeLessThan(25);
  });

  it.each<[Deed, boolean]>([
    ['heap', true],
    ['array', true],
    ['text', true],
    ['buffers', true],
    ['loop', false],
    ['lines', false],
    ['line', false],
  ])('is ended when it takes too much, and says whether that was memory: %s', async (deed, isMemory) => {
    const bounds = { ...FILE_BOUNDS.large, ...(deed === 'loop' && { cpuS: 1 }) };
    const failed = await linesOf(deed, NOTHING, bounds).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UnreadableFile);
    expect(failed).toHaveProperty('message', expect.stringContaining('too much memory or time'));
    expect(failed).toHaveProperty('isMemory', isMemory);
  });

  it.each<Deed>(['buffers', 'heap', 'array', 'text'])(
    'is ended earlier with less memory: %s',
    async (deed) => {
      const expected = { name: 'UnreadableFile', isMemory: true };
      await expect(linesOf(deed, NOTHING, FILE_BOUNDS.small)).rejects.toMatchObject(expected);
    },
  );

  it.each<Deed>(['thread', 'process', 'network', 'fail'])('fails on %s', async (deed) => {
    await expect(linesOf(deed)).rejects.toThrow(/restricted|a bug/);
  });

  it('is ended as one of a busy machine when it does not get its processor time', async () => {
    await expect(linesOf('wait', NOTHING, { ...FILE_BOUNDS.small, wallS: 2 })).rejects.toBeInstanceOf(
      TooBusy,
    );
    expect(appErrorOf(new TooBusy('x'), () => pino({ level: 'silent' }))).toMatchObject({
      code: 'service_unavailable',
      extensions: { retryAfter: 60 },
    });
  });

  it('ends when nobody reads its lines any more', async () => {
    for await (const line of runBounded(BAD_PROGRAM, NOTHING, {
      deed: 'lines',
    })) {
      expect(line.length).toBeGreaterThan(0);
      break;
    }
  });
});
