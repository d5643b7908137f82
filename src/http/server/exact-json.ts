import { AppError, faultAt } from '../../schema/errors.ts';
import { holdsDigits, TOO_MANY_DIGITS } from '../../schema/exact-number.ts';
import { pathOf } from '../../schema/valid.ts';

/** Other texts have no number that a double could not hold. */
const MAY_BE_ROUNDED = /[\d.]{16}|\d[eE]/;

/** A number in a request that would be rounded. */
class Rounded {}

/**
 * Returns the value of a JSON text, like `JSON.parse`, but never a rounded number.
 *
 * @throws AppError `validation_error` on the first member whose number has more digits than a double holds
 * @throws SyntaxError; RangeError for a value that is nested too deeply
 */
export function parseExactJson(text: string): unknown {
  if (!MAY_BE_ROUNDED.test(text)) return JSON.parse(text);
  const rounded = new Rounded();
  let isRounded = false;
  const parsed: unknown = JSON.parse(text, (_name, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value !== 'number' || source === undefined || holdsDigits(value, source)) return value;
    isRounded = true;
    return rounded;
  });
  if (!isRounded) return parsed;
  const field = pathOf(pathTo(parsed, rounded)!);
  if (field === null) throw new AppError({ code: 'validation_error', message: TOO_MANY_DIGITS, field });
  throw new AppError(faultAt(field, TOO_MANY_DIGITS));
}

function pathTo(value: unknown, sought: object): PropertyKey[] | undefined {
  if (value === sought) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const rest = pathTo(member, sought);
    if (rest) return [isList ? Number(name) : name, ...rest];
  }
  return undefined;
}
