import { expect, it } from 'vitest';
import { idInput, recordIdOf } from '../../../../src/schema/core/noun/record-id.ts';

const TEXTS = ['1', '42', '9007199254740991', '9007199254740992', '9999999999999999', '99999999999999999'];
const WRONG = ['', '0', '-1', '01', '1.0', '1e3', ' 1', '1\n', '0x1', 'msg_1'];

it.each([...TEXTS, ...WRONG])('reads %j as the rule for inputs does', (text) => {
  const { success, data } = idInput.safeParse(text);
  expect(recordIdOf(text)).toBe(success ? data : 0n);
});
