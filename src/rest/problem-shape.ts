import { z } from 'zod';
import { type Problem, PROBLEMS } from '../problems.ts';

const value = z.union([z.number(), z.string(), z.array(z.string())]);

/** The fields of errors that name the problem for programs, beside the code, as REST shows them. */
export const PROBLEM_SHAPE = {
  problem: z.enum(Object.keys(PROBLEMS) as [Problem, ...Problem[]]).meta({
    id: 'Problem',
    description: 'What is wrong, for programs. The guide "Errors" lists all problems.',
  }),
  values: z
    .record(z.string(), value)
    .nullable()
    .describe('The values of the problem, such as `{"max": 200}`; null if it has none.'),
};
