/** The maximum length of a number, far beyond the digits of a double. */
export const MAX_NUMBER_CHARACTERS = 400;

/** The number of digits that distinguishes any double from all others. */
const MAX_DIGITS = 17;
/** Numbers with so few digits, and so small an exponent, that no digit gets lost in a double. */
const SHORT = /^-?[\d.]{1,15}(?:[eE][+-]?\d\d?)?$/;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Returns the constraint that a JSON number violates because a double cannot hold its digits; undefined for
 * all other numbers.
 */
export function digitsFault(source: string): string | undefined {
  if (source.length > MAX_NUMBER_CHARACTERS)
    return `must be a number of at most ${MAX_NUMBER_CHARACTERS} characters`;
  if (SHORT.test(source) || holdsDigits(source)) return undefined;
  return 'must be a number with at most 15 significant digits; more would be rounded';
}

/** Returns whether a double holds all digits, also those of programs that always write 17. */
function holdsDigits(source: string): boolean {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source)!;
  const digits = whole + fraction;
  const start = digits.search(/[1-9]/);
  if (start === -1) return true;
  // A regular expression for the zeros at the end would start again at each zero.
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  if (end - start > MAX_DIGITS) return false;
  const others = digits.slice(start + 1, end);
  const power = Number(exponent) + whole.length - 1 - start;
  const given = `${sign}${digits[start]}${others && `.${others}`}e${power < 0 ? '' : '+'}${power}`;
  const value = Number(source);
  return given === value.toExponential() || given === value.toExponential(others.length);
}
