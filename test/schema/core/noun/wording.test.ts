import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../../src/schema/core/errors.ts';
import { valid } from '../../../../src/schema/core/noun/valid.ts';

/** Returns the message of the error that a value causes. */
function messageOf(rule: z.ZodType, value: unknown): string {
  try {
    valid(z.strictObject({ field: rule }), { field: value });
  } catch (error) {
    if (error instanceof AppError) return error.message;
  }
  return '';
}

describe('the message of a rule without words of its own', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.enum(['a', 'b']), 'c', 'field must be one of a, b'],
    [z.string(), 5, 'field must be a string'],
    [z.number(), '5', 'field must be a number'],
    [z.int(), 1.5, 'field must be an integer'],
    [z.boolean(), 'no', 'field must be true or false'],
    [z.array(z.string()), 'x', 'field must be an array'],
    [z.record(z.string(), z.unknown()), 5, 'field must be an object'],
    [z.strictObject({}), 5, 'field must be an object'],
    [z.number().max(20), 21, 'field must be at most 20'],
    [z.number().min(1), 0, 'field must be at least 1'],
    [z.number().positive(), 0, 'field must be greater than 0'],
    [z.string().min(1), '', 'field must not be empty'],
    [z.string().max(2), 'abc', 'field must have at most 2 characters'],
    [z.array(z.string()).min(2), [], 'field must have at least 2 items'],
    [z.string('must be a name'), 5, 'field must be a name'],
    [z.string(), undefined, 'field is required'],
  ])('is a sentence with the name of the field (%#)', (rule, value, message) => {
    expect(messageOf(rule, value)).toBe(message);
  });
});
