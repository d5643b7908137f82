import { expect, it } from 'vitest';
import { DELIVERY_STATUSES } from '../../src/schema/trade/delivery/status.ts';
import { SUGGESTED_REASONS } from '../../src/schema/trade/return/reasons.ts';
import { codesInWords } from '../../web/src/base/kit/words/codes-in-words.ts';

it.each([...DELIVERY_STATUSES, ...SUGGESTED_REASONS])('words the code %s', (code) => {
  expect(codesInWords(`is ${code}: not L_1`)).toBe(`is ${code.replaceAll('_', ' ')}: not L_1`);
});
