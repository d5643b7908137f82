import { isCurrency } from '../cell/currency.ts';
import { unitInHeader } from '../cell/weights.ts';
import { plainName } from './plain-name.ts';

/** A possible name of a column, and the rest of its header, such as a unit or a currency. */
export interface HeaderName {
  name: string;
  beside: string;
}

/** Returns the possible names of a column: the whole header, and the header without its unit or currency. */
export function namesOf(header: string): HeaderName[] {
  const text = header.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  // Plain names have no signs of currencies.
  const names = [{ name: plainName(text), beside: text.match(/[\p{Sc}%]/gu)?.join(' ') ?? '' }];
  const add = (own: string, beside: string) => {
    const name = plainName(own);
    if (name !== '' && names.every((each) => each.name !== name)) names.push({ name, beside });
  };
  const brackets = text.match(/[([{][^)\]}]{0,100}[)\]}]/g)?.join(' ') ?? '';
  const unbracketed = brackets === '' ? text : text.replaceAll(/[([{][^)\]}]{0,100}[)\]}]/g, ' ').trim();
  if (brackets !== '') add(unbracketed, brackets);
  // "Weight in kg", "weight_g", "Preis EUR"
  const [, before, last] =
    /^(.+?)[\s_/.,-]+(?:(?:in|en|w|per)[\s_])?([\p{L}€$£]{1,10})\.?$/u.exec(unbracketed) ?? [];
  const isUnit = last !== undefined && (unitInHeader(last) !== undefined || isCurrency(last));
  if (isUnit) add(before!.replace(/[\s_](?:in|en|w|per)$/, ''), `${brackets} ${last}`);
  return names.filter(({ name }) => name !== '');
}
