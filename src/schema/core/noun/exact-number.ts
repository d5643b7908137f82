/** The maximum length of a number. A double has fewer digits by far. */
export const MAX_NUMBER_CHARACTERS = 400;

/** The digits that tell any double from every other one. */
const MAX_DIGITS = 17;
/** The double of so few digits with so small an exponent has them too. */
const SHORT = /^-?[\d.]{1,15}(?:[eE][+-]?\d\d?)?$/;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Returns the constraint that a JSON number breaks, so that its double would be another number; undefined for
 * others.
 */
export function digitsFault(source: string): string | undefined {
  if (source.length > MAX_NUMBER_CHARACTERS)
    return `must be a number of at most ${MAX_NUMBER_CHARACTERS} characters`;
  if (SHORT.test(source) || holdsDigits(source)) return undefined;
  return 'must be a number with at most 15 significant digits; more would be rounded';
}

/** Some programs write all 17 digits of a double, of which fewer would do. */
function holdsDigits(source: string): boolean {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source)!;
  const digits = whole + fraction;
  const start = digits.search(/[1-9]/);
  if (start === -1) return true;
  // An expression for the zeros at the end would begin again at each zero.
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  if (end - start > MAX_DIGITS) return false;
  const others = digits.slice(start + 1, end);
  const power = Number(exponent) + whole.length - 1 - start;
  const given = `${sign}${digits[start]}${others && `.${others}`}e${power < 0 ? '' : '+'}${power}`;
  const value = Number(source);
  return given === value.toExponential() || given === value.toExponential(others.length);
}
