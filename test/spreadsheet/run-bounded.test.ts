import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES, MEMORY } from '../../src/spreadsheet/limits.ts';
import { runBounded } from '../../src/spreadsheet/run-bounded.ts';
import { UnreadableFile } from '../../src/spreadsheet/unreadable-file.ts';
import type { Deed } from './bad-program.ts';

const BAD_PROGRAM = import.meta.resolve('./bad-program.ts');
const NOTHING = new Uint8Array();

async function linesOf(
  deed: Deed,
  bytes: Uint8Array = NOTHING,
  memory?: keyof typeof MEMORY,
): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of runBounded(BAD_PROGRAM, bytes, { deed }, memory))
    lines.push(JSON.parse(line.toString()));
  return lines;
}

// A process starts in a fraction of a second, on a busy machine in some.
describe('a process that reads a file', { timeout: 60_000 }, () => {
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
    const failed = await linesOf(deed).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UnreadableFile);
    expect(failed).toHaveProperty('message', expect.stringContaining('too much memory or time'));
    expect(failed).toHaveProperty('isMemory', isMemory);
  });

  it.each<Deed>(['buffers', 'heap', 'array', 'text'])(
    'is ended earlier with less memory: %s',
    async (deed) => {
      const expected = { name: 'UnreadableFile', isMemory: true };
      await expect(linesOf(deed, NOTHING, 'small')).rejects.toMatchObject(expected);
    },
  );

  it.each<Deed>(['thread', 'process', 'network', 'fail'])('fails on %s', async (deed) => {
    await expect(linesOf(deed)).rejects.toThrow(/restricted|a bug/);
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
