import { expect } from 'vitest';
import type { ErrorCode } from '../../../src/schema/errors.ts';
import type { Answer } from './answer.ts';

/** Expects the headers that every response under /api/v1 has. */
export function expectCommonHeaders({ headers }: Answer): void {
  expect(headers.get('X-Request-Id')).toMatch(/^\S{1,128}$/);
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(/^\d+$/)]);
  }
}

/** Expects the envelope of one error, and nothing else. */
export function expectError(
  answer: Answer,
  status: number,
  code: ErrorCode,
  field: string | null = null,
): void {
  expectCommonHeaders(answer);
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(answer.json).toEqual({ status: 'error', error: faultOf(code, field) });
  expect(answer.json.error.message).not.toBe('');
  expect(answer.status).toBe(status);
  expect(answer.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Bearer' : null);
}

/** Matches any fault with this code and field. `request` has compared its problem and values. */
function faultOf(code: ErrorCode, field: string | null | undefined): object {
  return {
    code,
    message: expect.any(String),
    field,
    problem: expect.stringMatching(/^[a-z0-9_]+$/),
    values: expect.toSatisfy((values: unknown) => typeof values === 'object'),
  };
}

/** Expects exactly these fields to be refused, the first of them in the error itself. */
export function expectErrors(answer: Answer, status: number, code: ErrorCode, fields: string[]): void {
  if (fields.length === 1) return expectError(answer, status, code, fields[0]);
  const details = fields.map((field) => faultOf(code, field));
  expectCommonHeaders(answer);
  expect(answer.json).toEqual({ status: 'error', error: { ...details[0], details } });
  expect(answer.status).toBe(status);
}

/** Expects a success and gives its data. */
// oxlint-disable-next-line typescript/no-explicit-any -- data of every shape
export function expectData(answer: Answer, status = 200): any {
  expectCommonHeaders(answer);
  expect(answer.json).toMatchObject({ status: 'success' });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  return answer.json.data;
}
