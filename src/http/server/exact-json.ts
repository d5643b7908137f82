import { violation } from '../../problems.ts';
import { AppError, fault, faultAt } from '../../schema/errors.ts';
import { holdsDigits, TOO_MANY_DIGITS } from '../../schema/noun/exact-number.ts';
import { pathOf } from '../../schema/noun/valid.ts';

/** Other texts have no number that a double could not hold. */
const MAY_BE_ROUNDED = /[\d.]{16}|\d[eE]/;

/** Stands for a number that would be rounded. */
const ROUNDED = Symbol('rounded');

/**
 * Returns the value of a JSON text, like `JSON.parse`, but never a rounded number.
 *
 * @throws AppError `validation_error` on the first member whose number has more digits than a double holds
 * @throws SyntaxError; RangeError for a value that is nested too deeply
 */
export function parseExactJson(text: string): unknown {
  if (!MAY_BE_ROUNDED.test(text)) return JSON.parse(text);
  let isRounded = false;
  const parsed: unknown = JSON.parse(text, (_name, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value !== 'number' || source === undefined || holdsDigits(value, source)) return value;
    isRounded = true;
    return ROUNDED;
  });
  if (!isRounded) return parsed;
  const field = pathOf(pathTo(parsed)!);
  if (!field) throw fault('too_many_digits', TOO_MANY_DIGITS);
  throw new AppError(faultAt(field, violation('too_many_digits', TOO_MANY_DIGITS)));
}

/** Returns the path to the first number that would be rounded. */
function pathTo(value: unknown): PropertyKey[] | undefined {
  if (value === ROUNDED) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const rest = pathTo(member);
    if (rest) return [isList ? Number(name) : name, ...rest];
  }
  return undefined;
}
