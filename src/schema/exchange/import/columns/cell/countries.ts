import { isCountry } from '../../../../core/noun/trade-numbers.ts';
import { plainName } from '../header/plain-name.ts';

/**
 * The languages in which names of countries are known: those of headers first, then those of their
 * neighbours.
 */
const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pl',
  'nl',
  'pt',
  'cs',
  'sk',
  'da',
  'sv',
  'nb',
  'fi',
  'hu',
  'ro',
  'hr',
  'sl',
];
const A = 'A'.codePointAt(0)!;

let codes: ReadonlyMap<string, string> | undefined;

/** Returns the code of a country by its code in any case, or its name. */
export function countryCode(text: string): string | undefined {
  const code = text.toUpperCase();
  if (isCountry(code)) return code;
  codes ??= namesOfCountries();
  return codes.get(plainName(text));
}

function namesOfCountries(): ReadonlyMap<string, string> {
  const names = new Map<string, string>([
    ['uk', 'GB'],
    ['greatbritain', 'GB'],
    ['england', 'GB'],
    ['grossbritannien', 'GB'],
    ['holland', 'NL'],
    ['thenetherlands', 'NL'],
    ['usa', 'US'],
    ['unitedstatesofamerica', 'US'],
    ['vereinigtestaatenvonamerika', 'US'],
    ['republicofireland', 'IE'],
    ['republikosterreich', 'AT'],
    ['czechrepublic', 'CZ'],
  ]);
  for (const language of LANGUAGES) {
    const shown = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of allCodes()) {
      const name = shown.of(code);
      // Of names that mean two countries, the first language decides.
      const plain = name === undefined ? '' : plainName(name);
      if (plain !== '' && !names.has(plain)) names.set(plain, code);
    }
  }
  return names;
}

function allCodes(): string[] {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(A + at));
  return letters.flatMap((one) => letters.map((other) => one + other)).filter(isCountry);
}
