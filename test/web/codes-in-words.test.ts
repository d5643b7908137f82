import { STATUS_CODES } from 'node:http';
import { expect, it } from 'vitest';
import { DELIVERY_STATUSES } from '../../src/schema/trade/delivery/status.ts';
import { SUGGESTED_REASONS } from '../../src/schema/trade/return/reasons.ts';
import { relativeTime } from '../../web/src/base/kit/words/format.ts';
import { STATUS_WORDS } from '../../web/src/exchange/webhook/error-in-words.ts';
import { codesInWords } from '../../web/src/base/kit/words/codes-in-words.ts';

it.each([...DELIVERY_STATUSES, ...SUGGESTED_REASONS])('words the code %s', (code) => {
  expect(codesInWords(`is ${code}: not L_1`)).toBe(`is ${code.replaceAll('_', ' ')}: not L_1`);
});

it.each(Object.entries(STATUS_WORDS))('words the status %s as HTTP does', (status, words) => {
  expect(STATUS_CODES[status]).toBe(words);
});

it('counts the seconds to what is due', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  const inSeconds = (seconds: number) => relativeTime(new Date(now + seconds * 1_000).toISOString(), now, 0);
  expect([8, 1, 90].map(inSeconds)).toEqual(['in 8 seconds', 'in 1 second', 'in 2 minutes']);
});
