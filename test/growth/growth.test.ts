import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/process/process.ts';
import { cpuMsOf } from '../support/process/cpu-time.ts';
import { type Call, CALLS } from './calls.ts';
import { functionsIn, functionsOfTexts } from './functions-of-texts.ts';
import { NEVER } from './never-texts.ts';
import { OTHERS } from './other-readers.ts';
import { type WorstText, worstTextsFor } from './worst-texts.ts';

/** How many texts are doubled: those that took longest at a small length. */
const WORST = 8;
/** Lengths of texts, in characters. Longer texts are collected as large objects, which takes longer. */
const [SMALL, LARGEST] = [2_000, 32_000];
/** The shortest time that can be compared. */
const MEASURABLE_MS = 5;
/** The processor time that is measured in all, for an average that can be compared. */
const COUNTED_MS = 40;
/** The maximum growth of the time for a text of twice the length: four times as long would be quadratic. */
const MAX_RATIO = 2.6;

describe('a text of twice the length takes at most 2.6 times as long', () => {
  it.each(Object.keys(CALLS))('%s', (name) => {
    const file = `src/${name.split(' ')[0]!}`;
    expectLinear(CALLS[name]!, file);
  });

  it.each(Object.keys(OTHERS))('%s', (name) => expectLinear(OTHERS[name]!.call, OTHERS[name]!.file));
});

describe('the functions that take texts', () => {
  it('are called here, or never see a text of a caller', () => {
    const listed = [...Object.keys(CALLS), ...Object.values(NEVER).flat()];
    expect(listed.toSorted()).toEqual(functionsOfTexts().toSorted());
  });

  it('are found, however they are written', () => {
    const code = `
      export function a(x: number, text: string) {}
      export function b(bytes: Buffer | undefined) {}
      export async function c(text?: string | null) {}
      export const d: Form = (text) => text;
      export const e = (cell: Cell) => cell;
      export function f(x: number, list: string[]) {}
      export const g = (x: number) => x;
      export function i(text = '', many = [], times = 1) {}
      export const j: RequestHandler = (request) => {};
      function h(text: string) {}`;
    expect(functionsIn(code)).toEqual(['a', 'b', 'c', 'd', 'e', 'i']);
  });
});

it('a quadratic function is found', () => {
  expect(() => expectLinear((text) => /0+$/.test(text), 'src/schema/core/noun/texts.ts')).toThrow(/of twice/);
});

function expectLinear(call: Call, file: string): void {
  const read = (text: string) => {
    try {
      call(text);
    } catch {
      // A refusal takes time too.
    }
  };
  read('a');
  const texts = worstTextsFor(file, readFileSync(join(ROOT, file), 'utf8'));
  const slowest = texts
    .map((textOf) => ({ textOf, ms: clockMsOf(read, textOf(SMALL)) }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, WORST);
  for (const { textOf } of slowest) expectLinearFor(textOf, read);
}

function expectLinearFor(textOf: WorstText, read: (text: string) => void): void {
  const length = measurableLength(textOf, read);
  if (length === undefined) return;
  const [short, long] = [textOf(length), textOf(length * 2)];
  let best = Infinity;
  for (let attempt = 0; attempt < 3; attempt++) {
    const longMs = averageMsOf(read, long);
    if (longMs < MEASURABLE_MS) return;
    best = Math.min(best, longMs / averageMsOf(read, short));
    if (best <= MAX_RATIO) return;
  }
  const start = JSON.stringify(textOf(20).slice(0, 40));
  expect(best, `times as long for ${start}… of twice the length`).toBeLessThan(MAX_RATIO);
}

/** Returns a length at which twice the text takes long enough to be compared; undefined if none does. */
function measurableLength(textOf: WorstText, read: (text: string) => void): number | undefined {
  for (let length = SMALL; length * 2 <= LARGEST; length *= 2) {
    if (clockMsOf(read, textOf(length * 2)) >= MEASURABLE_MS) return length;
  }
  return undefined;
}

/** Returns the shorter of two times by the clock, which says at once that a text takes little. */
function clockMsOf(read: (text: string) => void, text: string): number {
  const times = [0, 1].map(() => {
    const startedAt = performance.now();
    read(text);
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

/** Returns the CPU time for a text, of as many times as systems need that count it by their ticks. */
function averageMsOf(read: (text: string) => void, text: string): number {
  let [times, totalMs] = [0, 0];
  while (totalMs < COUNTED_MS) {
    totalMs += cpuMsOf(() => {
      for (let time = 0; time < 4; time++) read(text);
    });
    times += 4;
  }
  return totalMs / times;
}
