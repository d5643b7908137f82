import { isCurrency, isSignOf } from '../cell/currency.ts';
import { isDays, unitName } from '../cell/units.ts';
import { weightUnit } from '../cell/weights.ts';
import type { ImportField } from '../import-fields.ts';
import { plainName } from './plain-name.ts';

/** Names of the smaller units of currencies. */
const CENTS = new Set(
  'cent cents ct cts pence p rappen rp centime centimes centimo centimos centesimi grosz grosze groszy ore'.split(
    ' ',
  ),
);
/** Units of volume and length, which are no weights. */
const NO_WEIGHTS = new Set('ml cl dl l lt ltr liter litre litres litros litri m mm cm m2 m3'.split(' '));
/** Units of time other than days. */
const NO_DAYS =
  /^(?:hour|stunde|std|heure|hora|ora|godzin|uur|week|woche|semaine|semana|settiman|tydzien|tygodn|wk|month|monat|mois|mes|miesi|maand|year|jahr|annee|ans?$|ano|anni?|lat|rok|jaar)/;

/**
 * Returns whether the words beside a name in a header allow the values of a field: a price in cents, per
 * kilogram or in another currency is no price, and a shelf life in months has no days. Such columns are
 * assigned only by users.
 */
export function fitsField(
  { kind, name }: ImportField,
  beside: string,
  currency: string | undefined,
): boolean {
  if (beside === '') return true;
  if (beside.includes('%')) return false;
  const words = beside.split(/[^\p{L}\p{N}\p{Sc}]+/u).filter((word) => word !== '');
  const plain = words.map(plainName);
  if (kind === 'price') return words.every((word) => isOwn(word, currency)) && !plain.some(isNoPrice);
  if (kind === 'weight') return !plain.some((word) => NO_WEIGHTS.has(word));
  if (name === 'shelfLifeDays') return plain.some(isDays) || !plain.some((word) => NO_DAYS.test(word));
  if (name === 'quantity') return !plain.some(isOtherUnit);
  return true;
}

/** Returns whether a word is no foreign currency. Without a currency of the account, none is foreign. */
function isOwn(word: string, currency: string | undefined): boolean {
  return currency === undefined || !isCurrency(word) || isSignOf(word, currency);
}

function isNoPrice(word: string): boolean {
  return CENTS.has(word) || /^\d{2,}/.test(word) || weightUnit(word) !== undefined || isOtherUnit(word);
}

function isOtherUnit(word: string): boolean {
  const unit = unitName(word);
  return (unit !== undefined && unit !== 'piece') || weightUnit(word) !== undefined;
}
