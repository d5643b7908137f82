import {
  FieldsOnCorrectTypeRule,
  KnownArgumentNamesRule,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
} from 'graphql';
import type { Problem } from '../problems.ts';

/** The problems that rules of validation find. Errors of all other rules are `invalid_document`. */
const PROBLEM_OF: ReadonlyMap<ValidationRule, Problem> = new Map<ValidationRule, Problem>([
  [FieldsOnCorrectTypeRule, 'unknown_field'],
  [KnownArgumentNamesRule, 'unknown_argument'],
  [ValuesOfCorrectTypeRule, 'invalid_argument'],
]);

/** Returns a rule of validation whose errors have the problem in their extensions. */
export function withProblem(rule: ValidationRule): ValidationRule {
  const problem = PROBLEM_OF.get(rule);
  if (!problem) return rule;
  return (context) =>
    rule(
      Object.create(context, {
        reportError: {
          value(error: Parameters<typeof context.reportError>[0]) {
            // guard: rule-problem
            error.extensions.problem = problem;
            context.reportError(error);
          },
        },
      }),
    );
}
