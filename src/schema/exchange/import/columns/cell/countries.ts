import { isCountry } from '../../../../core/noun/trade-numbers.ts';
import dictionary from '../../dictionaries/countries.json' with { type: 'json' };
import { plainName } from '../header/plain-name.ts';

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
  const names = new Map<string, string>(Object.entries(dictionary.names));
  for (const language of dictionary.languages) {
    const shown = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of allCodes()) {
      const name = shown.of(code);
      // Of names that mean two countries, the first language decides: those of headers stand first.
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
