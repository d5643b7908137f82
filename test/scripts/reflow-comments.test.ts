import { expect, it } from 'vitest';
import { reflowed } from '../../scripts/reflow-comments.ts';

const WIDE = `  // ${'word '.repeat(30).trim()}`;

it('breaks the lines of a wide comment anew, and leaves the marker of a guard alone', () => {
  const lines = reflowed(`${WIDE}\n  // guard: lock\n  work();`).split('\n');
  expect(lines.slice(-2)).toEqual(['  // guard: lock', '  work();']);
  expect(lines.map((line) => line.length).filter((length) => length > 110)).toEqual([]);
});
