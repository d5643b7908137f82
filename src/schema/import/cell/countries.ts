import { isCountry } from '../../trade-numbers.ts';
import { plainName } from '../header/plain-name.ts';

/** The languages in which names of countries are known. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pl', 'nl'];
const A = 'A'.codePointAt(0)!;

let codes: ReadonlyMap<string, string> | undefined;

/** Returns the code of a country by its code in any case, or its name in the languages of headers. */
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
    ['usa', 'US'],
    ['czechrepublic', 'CZ'],
  ]);
  for (const language of LANGUAGES) {
    const shown = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of allCodes()) {
      const name = shown.of(code);
      if (name !== undefined) names.set(plainName(name), code);
    }
  }
  return names;
}

function allCodes(): string[] {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(A + at));
  return letters.flatMap((one) => letters.map((other) => one + other)).filter(isCountry);
}
