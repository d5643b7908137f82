import { expect } from 'vitest';
import { STATUS } from '../../../src/http/response/error-status.ts';
import type { ErrorCode, Fault } from '../../../src/schema/core/errors.ts';
import type { Answer } from './answer.ts';
import { expectCommonHeaders } from './expect-answer.ts';
import { expectProblem } from './expect-problems.ts';
import { expectOwnNames } from './own-names.ts';

/** Text that must not leave the service. */
const LEAK =
  /node_modules|\.[jt]s:\d+|prisma\.|PrismaClient|Invalid `|violates|SQLSTATE|relation "|at Object\./;

/** Checks the envelope of a response. Returns whether it is an error. */
export function expectEnvelope(answer: Answer, method: string): boolean {
  const { status, text, json } = answer;
  expectHeaders(answer);
  if (text === '') {
    if (method !== 'HEAD') expect([204, 304]).toContain(status);
    return status >= 400;
  }
  if (status < 300) {
    expect(json).toMatchObject({ status: 'success', data: expect.anything() });
    expect(['status', 'data', 'pagination']).toEqual(expect.arrayContaining(Object.keys(json)));
    return false;
  }
  expect(text).not.toMatch(LEAK);
  expect(Object.keys(json)).toEqual(['status', 'error']);
  expect(json.status).toBe('error');
  const { details, ...first } = json.error;
  for (const fault of [first, ...(details ?? [])]) {
    expectFault(fault);
    expectOwnNames('REST', fault);
  }
  expect(STATUS[first.code as ErrorCode]).toBe(status);
  if (details) {
    expect(details.length).toBeGreaterThan(1);
    expect(details[0]).toEqual(first);
  }
  return true;
}

/** Like {@link expectEnvelope}, for a GraphQL response. */
export function expectGraphQL(answer: Answer, method: string): boolean {
  expectHeaders(answer);
  if (answer.text === '') {
    if (method !== 'HEAD') expect(answer.status).toBe(204);
    return true;
  }
  const { errors, extensions, ...rest } = answer.json;
  if (extensions) expect(Object.keys(extensions)).toEqual(['cost', 'rateLimit']);
  if (!errors) {
    expect(rest).toEqual({ data: expect.any(Object) });
    expect(extensions).toBeDefined();
    return false;
  }
  expect(JSON.stringify(errors)).not.toMatch(LEAK);
  for (const { message, extensions } of errors) {
    const { code, field, problem, values, wording, details, ...rest } = extensions;
    expect(rest).toEqual(code === 'rate_limited' ? { retryAfter: expect.any(Number) } : {});
    for (const fault of [{ code, message, field, problem, values, wording }, ...(details ?? [])])
      expectWorded(fault);
  }
  return true;
}

/** Checks a fault of GraphQL, which has the message without its path too, if it begins with one. */
function expectWorded({ wording, ...fault }: Fault & { wording?: string }): void {
  expectFault(fault);
  expectOwnNames('GraphQL', fault);
  if (wording !== undefined) expect(fault.message).toBe(`${fault.field} ${wording}`);
  else if (fault.field !== null) expect(fault.message.startsWith(`${fault.field} must `)).toBe(false);
}

function expectHeaders(answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  expect(answer.status).not.toBe(429);
  expectCommonHeaders(answer);
}

function expectFault(fault: Fault): void {
  expect(Object.keys(fault).sort()).toEqual(['code', 'field', 'message', 'problem', 'values']);
  expectProblem({ ...fault });
  // Every rule says which problem it finds.
  expect(fault.problem).not.toBe('invalid_value');
  expect(Object.keys(STATUS)).toContain(fault.code);
  expect(fault.code).not.toBe('internal_error');
  expect(fault.message).toEqual(expect.stringMatching(/\S/));
  expect(fault.field === null || typeof fault.field === 'string').toBe(true);
}
