/** The digits that tell any double from every other one. */
const MAX_DIGITS = 17;

/** The problem with a number of more digits. */
export const TOO_MANY_DIGITS = 'must be a number with at most 15 significant digits; more would be rounded';

/** Returns whether a double has the digits of the JSON number that it was read from. */
export function holdsDigits(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  const given = decimalOf(source);
  if (given === decimalOf(String(value))) return true;
  // Some programs write all 17 digits of a double, of which fewer would do.
  const count = given.search('e') - Number(given.startsWith('-'));
  return count <= MAX_DIGITS && given === decimalOf(value.toPrecision(count));
}

/** Returns the same text for equal decimals: all digits, without zeros around them, and an exponent. */
function decimalOf(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)!;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0e0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
