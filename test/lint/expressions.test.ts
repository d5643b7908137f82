import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/process/process.ts';
import { expressionsIn, expressionsInCode } from './expressions.ts';

/**
 * Expressions that take more than proportional time, or are not proven to take less, and what bounds their
 * texts.
 */
const BOUNDED: Record<string, { max: number; why: string }> = {
  [String.raw`/[([{][^)\]}]{0,100}[)\]}]/g`]: { max: 200, why: 'the part of a header that is read' },
  [String.raw`/^(.+?)[\s_/.,-]+(?:(?:in|en|w|per)[\s_])?([\p{L}€$£]{1,10})\.?$/u`]: {
    max: 200,
    why: 'the part of a header that is read',
  },
  [String.raw`/[T ,]+\s?(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s?(am|pm|uhr|h)?\s?(?:Z|[+-]\d{2}:?\d{2})?$/i`]:
    { max: 60, why: 'longer cells are no dates' },
  [String.raw`/^([-+\d.,][\d.,\s\u00A0\u202F'’]*)\s*(\p{L}+)\.?$/u`]: {
    max: 60,
    why: 'the part of a weight that is read',
  },
  [String.raw`/\[(?!\$)[^[\]]*\]|\[\$-[^[\]]*\]|[_*].|\\?[\s()+-]/gsu`]: {
    max: 255,
    why: 'longer formats of numbers are not read',
  },
  [String.raw`/\b(?:found|value): .*|"(?:\\.|[^"\\])*"?|[\d.]{4,}/gs`]: {
    max: 1_024,
    why: 'the part of a message that the request log keeps',
  },
  [String.raw`/<style>(.*?)<\/style>/gs`]: { max: 100_000, why: 'the page of the service itself' },
  [String.raw`/[\p{L}--\p{ASCII}]/gv`]: {
    max: 1,
    why: 'one character at a time; recheck does not know the flag',
  },
  [String.raw`new RegExp(${'`'}^${'$'}{pattern.replace(/[^\w*]/g, '\\$&').replaceAll('*', '.*')}$${'`'})`]: {
    max: 100,
    why: 'types of events, and the pattern of who runs the command',
  },
  'new RegExp(KEY_PATTERN)': { max: 255, why: 'a class of characters, up to 255 of it' },
};
/** Expressions that take long to prove; `npm run test:weekly` proves them. */
const SLOW = new Set(
  JSON.parse(readFileSync(join(ROOT, 'test/lint/slow-expressions.json'), 'utf8')) as string[],
);
/** The time limit of a proof by the clock: other tests hold the proof up. */
const PATIENCE_MS = 120_000;

const found = expressionsInCode();

/** The setting of Recheck before these tests: by default it has a process of its own, which is as fast. */
const { RECHECK_SYNC_BACKEND } = process.env;
beforeAll(() => {
  process.env.RECHECK_SYNC_BACKEND = 'pure';
});
afterAll(() => {
  if (RECHECK_SYNC_BACKEND === undefined) delete process.env.RECHECK_SYNC_BACKEND;
  else process.env.RECHECK_SYNC_BACKEND = RECHECK_SYNC_BACKEND;
});

describe('every regular expression', { timeout: 600_000 }, () => {
  it('takes time in proportion to the text, or has texts of bounded length', () => {
    const proven = found.filter(
      ({ literal }) => !(literal in BOUNDED) && (process.env.TESTS === 'weekly' || !SLOW.has(literal)),
    );
    expect(proven.length).toBeGreaterThan(200);
    expect(proven.flatMap(({ place, literal, parts }) => problemOf(place, literal, parts))).toEqual([]);
  });

  it('is found, however it is written', () => {
    const code = String.raw`
      const PART = 'a|b';
      const BASE = /x${'\\'}d/;
      const all = [/[/"]+/gu, new RegExp('0+$', 'i'), RegExp(PART), new RegExp(BASE, 'g')];
      const built = [new RegExp(${'`'}^(?:${'$'}{PART})+$${'`'}), new RegExp(String.raw${'`'}${'\\'}d${'$'}{PART}${'`'}), new RegExp(given)];`;
    expect(expressionsIn('a.ts', code).map(({ literal }) => literal)).toEqual([
      String.raw`/x\d/`,
      '/[/"]+/gu',
      '/0+$/i',
      '/a|b/',
      String.raw`/x\d/g`,
      '/^(?:a|b)+$/',
      String.raw`/\da|b/`,
      'new RegExp(given)',
    ]);
    expect(problemOf('a.ts', '/0+$/', { source: '0+$', flags: '' })).not.toEqual([]);
    expect(problemOf('a.ts', 'new RegExp(given)', undefined)).not.toEqual([]);
  });

  it('that is listed here is in the code', () => {
    const literals = new Set(found.map(({ literal }) => literal));
    expect([...Object.keys(BOUNDED), ...SLOW].filter((each) => !literals.has(each))).toEqual([]);
  });
});

function problemOf(place: string, literal: string, parts?: { source: string; flags: string }): string[] {
  const { status } = parts
    ? checkSync(parts.source, parts.flags, { timeout: PATIENCE_MS })
    : { status: 'not in its file' };
  return status === 'safe' ? [] : [`${place}: ${literal} is ${status}`];
}
