import { z } from 'zod';
import { lengthFirst } from '../rules.ts';

export const MAX_BRANCHES = 200;

export const TOO_MANY_BRANCHES = `must have at most ${MAX_BRANCHES} branches`;

/** Returns the rules for a new supermarket's branches; `branch` is in the terms of the interface. */
export function branchList<T extends z.ZodType>(branch: T) {
  return lengthFirst(z.array(branch, 'must be an array'), MAX_BRANCHES, TOO_MANY_BRANCHES);
}
