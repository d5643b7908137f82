import { unitInHeader } from '../cell/weights.ts';
import { plainName } from './plain-name.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Returns the names that a header stands for: as it is, and without its unit or currency. */
export function namesOf(header: string): string[] {
  const text = header.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  const names = [plainName(text)];
  const unbracketed = text.replaceAll(/[([{][^)\]}]{0,100}[)\]}]/g, ' ');
  if (unbracketed !== text) names.push(plainName(unbracketed));
  // "Weight in kg", "weight_g", "Preis EUR"
  const [, before, last] =
    /^(.+?)[\s_/.,-]+(?:(?:in|en|w|per)[\s_])?([\p{L}€$£]{1,10})\.?$/u.exec(text) ?? [];
  const isUnit = last !== undefined && (unitInHeader(last) !== undefined || isCurrency(last));
  if (isUnit) names.push(plainName(before!.replace(/[\s_](?:in|en|w|per)$/, '')));
  return names.filter((name, at) => name !== '' && names.indexOf(name) === at);
}

/** Returns the currency that the header of a column of prices names; undefined if it names none. */
export function currencyInHeader(header: string): string | undefined {
  return header
    .slice(0, 200)
    .split(/[^\p{Lu}]+/u)
    .find((word) => CURRENCIES.has(word));
}

function isCurrency(word: string): boolean {
  return CURRENCIES.has(word) || /^\p{Sc}$/u.test(word);
}
