import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shorten, terminalLine } from '../src/log.ts';

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

const line = (fields: object) => `${JSON.stringify({ level: 30, time: Date.now(), ...fields })}\n`;

const request = (url: string, status: number, level = 30) =>
  terminalLine(
    line({
      level,
      request: '11111111-1111-4111-8111-111111111111',
      req: { id: '11111111-1111-4111-8111-111111111111', method: 'GET', url },
      account: '1',
      keyId: '1',
      res: { status },
      responseTime: 12,
      msg: 'request completed',
    }),
  );

describe('on a terminal', () => {
  it('a request is one short line', () => {
    expect(request('/api/v1/deliveries', 200)).toMatch(
      /^\[\d\d:\d\d:\d\d\] GET \/api\/v1\/deliveries 200 in 12 ms\n$/,
    );
    expect(request('/api/v1/nothing', 404)).toContain('GET /api/v1/nothing 404');
  });

  it('the files that a page loads are no lines, unless one is missing', () => {
    for (const page of ['settings', 'docs', 'graphql']) {
      expect(request(`/${page}/assets/index-abc.js`, 200)).toBe('');
      expect(request(`/${page}/assets/index-abc.js`, 404)).not.toBe('');
    }
    expect(request('/settings', 200)).not.toBe('');
  });

  it('other lines are one line with everything, and errors have their stack', () => {
    const other = terminalLine(line({ audit: 'key.created', account: '1', msg: 'audit' }));
    expect(other.trim().split('\n')).toHaveLength(1);
    expect(other).toContain('"audit":"key.created"');
    const failed = request('/api/v1/deliveries', 500, 50);
    expect(failed).toContain('11111111-1111-4111-8111-111111111111');
    const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at here' };
    expect(terminalLine(line({ level: 50, err, msg: 'failed' }))).toContain('at here');
  });
});

describe('texts that act on a terminal', () => {
  // Colours, the end of a C1 sequence, the reversal of text, a line of its own, an invisible character, DEL.
  const HOSTILE = '\u001b[31m \u009b2J \u202egpj.exe \u2028 \u200b \u007f \ud83d';
  // oxlint-disable-next-line no-control-regex -- these are what must not occur
  const ACTING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2066-\u2069]/;

  it('are escaped in JSON, which stays the same', () => {
    const record = { level: 30, user: HOSTILE, list: [HOSTILE], [HOSTILE]: 'ü', msg: 'request completed' };
    const escaped = shorten(`${JSON.stringify(record)}\n`);
    expect(escaped).not.toMatch(ACTING);
    expect(JSON.parse(escaped)).toEqual(record);
  });

  it('are escaped also in a line that is shortened, and fits', () => {
    const escaped = shorten(`${JSON.stringify({ level: 30, user: HOSTILE.repeat(500), msg: 'failed' })}\n`);
    expect(escaped).not.toMatch(ACTING);
    expect(bytesOf(escaped)).toBeLessThanOrEqual(4_096);
    expect(JSON.parse(escaped)).toMatchObject({ msg: 'failed' });
  });

  it('are written out where the line is shown as text, without lines of their own', () => {
    const stack = `Error: ${HOSTILE}\n    at file.ts`;
    const other = terminalLine(line({ user: `${HOSTILE}\nb`, msg: `${HOSTILE}\nb` }));
    expect(other).not.toMatch(ACTING);
    expect(other.trimEnd()).not.toContain('\n');
    expect(other).toContain('\\u{1b}[31m');
    expect(request(`/${HOSTILE}`, 200)).not.toMatch(ACTING);
    const failed = terminalLine(
      line({ level: 50, err: { type: 'Error', message: HOSTILE, stack }, msg: 'failed' }),
    );
    expect(failed).not.toMatch(ACTING);
    expect(failed).toContain('at file.ts');
  });

  it('are escaped by the log of the process', () => {
    const path = fileURLToPath(new URL('../src/log.ts', import.meta.url));
    const program = `const { createLog } = await import(${JSON.stringify(path)});
      createLog('info').info({ user: ${JSON.stringify(HOSTILE)} }, 'done');`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stderr)).toMatchObject({ user: HOSTILE, msg: 'done' });
    expect(stderr).not.toMatch(ACTING);
  });
});
