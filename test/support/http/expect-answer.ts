import { expect } from 'vitest';
import type { ErrorCode } from '../../../src/schema/core/errors.ts';
import type { Answer } from './answer.ts';

/** Expects the headers that every response under /api/v1 has. */
export function expectCommonHeaders({ headers }: Answer): void {
  expect(headers.get('X-Request-Id')).toMatch(/^[\w.:~+=@/-]{1,128}$/);
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
  expectErrors(answer, status, code, [field]);
}

/** Expects exactly these fields to be refused, the first of them in the error itself. */
export function expectErrors(
  answer: Answer,
  status: number,
  code: ErrorCode,
  fields: readonly (string | null)[],
): void {
  // `request` has compared the problem and its values.
  const faults = fields.map((field) => ({
    code,
    message: expect.stringMatching(/./),
    field,
    problem: expect.stringMatching(/^[a-z0-9_]+$/),
    values: expect.toSatisfy((values: unknown) => typeof values === 'object'),
  }));
  const details = faults.length > 1 && { details: faults };
  expectCommonHeaders(answer);
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(answer.json).toEqual({ status: 'error', error: { ...faults[0], ...details } });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Bearer' : null);
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
