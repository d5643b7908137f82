import { expect, it } from 'vitest';
import { shorten } from '../src/log.ts';

const bytesOf = (line: string) => Buffer.byteLength(line);

it('does not change a line that is short enough', () => {
  const line = `${JSON.stringify({ level: 30, msg: 'ü'.repeat(1_500) })}\n`;
  expect(shorten(line)).toBe(line);
});

it.each<[string, object]>([
  ['one long text', { err: { message: 'x'.repeat(100_000), stack: 'y'.repeat(100_000) }, msg: 'failed' }],
  ['texts of other alphabets', { err: { message: '語'.repeat(10_000) }, msg: 'failed' }],
  [
    'many texts',
    { list: Array.from({ length: 500 }, (_, at) => `text number ${at} of many`), msg: 'failed' },
  ],
  ['what JSON escapes', { err: { message: '\u0001"\\'.repeat(5_000) }, msg: 'failed' }],
])('shortens a line of %s to 4 KiB, still JSON with its message', (_what, record) => {
  const line = shorten(`${JSON.stringify({ level: 50, time: '2026-01-01T00:00:00.000Z', ...record })}\n`);
  expect(bytesOf(line)).toBeLessThanOrEqual(4_096);
  expect(line.endsWith('\n')).toBe(true);
  expect(JSON.parse(line)).toMatchObject({ level: 50, time: '2026-01-01T00:00:00.000Z', msg: 'failed' });
});

it('logs at least that there was a line when shortening texts does not suffice', () => {
  const record = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`name ${at}`, at]));
  const line = shorten(`${JSON.stringify({ level: 50, time: 'now', ...record })}\n`);
  expect(bytesOf(line)).toBeLessThanOrEqual(4_096);
  expect(JSON.parse(line)).toMatchObject({ level: 50, time: 'now' });
});
