import { type Problem, type Violation, violation } from '../../../problems.ts';

/** What rules of zod say of values that break them, so that errors have a problem. `valid` reads it. */

/** Returns the options of a check that finds this problem. */
export function finding<Name extends Problem>(...found: Parameters<typeof violation<Name>>) {
  const params = violation(...found);
  return { error: params.wording, params };
}

/** Returns the issue for what is wrong with a value, or with the part of it at `path`. */
export function issueOf(params: Violation, path: PropertyKey[] = []) {
  return { code: 'custom', message: params.wording, params, path } as const;
}
