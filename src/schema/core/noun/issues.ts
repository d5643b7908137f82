import { type Problem, type Violation, violation } from '../../../problems.ts';

/** The problems of rules of zod; `valid` reads them for its errors. */

/** Returns the options of a check that finds this problem. */
export function finding<Name extends Problem>(...found: Parameters<typeof violation<Name>>) {
  const params = violation(...found);
  return { error: params.wording, params };
}

/** Returns the issue for a violation of the value, or of its part at `path`. */
export function issueOf(params: Violation, path: PropertyKey[] = []) {
  return { code: 'custom', message: params.wording, params, path } as const;
}
