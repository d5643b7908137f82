import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lastRelease } from '../scripts/release.ts';
import { SIZES, type Sizes, totalOf } from '../scripts/sizes.ts';

/** Each limit has room for ordinary changes. The bill of a change is the difference of `src/generated/sizes.json`. */
const MOST_GROWTH = 1.05;
/** Assistants read the whole list of tools before they begin. */
const MAX_NEW_TOOL = 6_000;

const now: Sizes = JSON.parse(readFileSync(SIZES, 'utf8'));
const { sizes: released, version } = lastRelease();

describe(`beside ${version}`, () => {
  it('what browsers load before the sign-in is at most 5 % larger', () => {
    expectWithin(now.signIn, released.signIn);
  });

  it('the text of the same tools is at most 5 % longer', () => {
    const names = Object.keys(now.tools).filter((name) => name in released.tools);
    expectWithin(only(names, now.tools), only(names, released.tools));
  });

  it(`new tools have at most ${MAX_NEW_TOOL} characters`, () => {
    const added = Object.entries(now.tools).filter(([name]) => !(name in released.tools));
    expect(added.filter(([, size]) => size > MAX_NEW_TOOL)).toEqual([]);
  });
});

/** Requires that parts have not grown by more than the limit in all; a failure lists those that have. */
function expectWithin(parts: Record<string, number>, before: Record<string, number>): void {
  expect(totalOf(before)).toBeGreaterThan(0);
  const grown = Object.entries(parts)
    .map(([name, size]) => ({ name, growth: size - (before[name] ?? 0) }))
    .filter(({ growth }) => growth > 0);
  const isWithin = totalOf(parts) <= totalOf(before) * MOST_GROWTH;
  expect(isWithin ? [] : grown).toEqual([]);
}

function only(names: string[], parts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, parts[name]!]));
}
