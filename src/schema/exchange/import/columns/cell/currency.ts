import currencies from '../../dictionaries/currencies.json' with { type: 'json' };

/** The maximum length of a price. */
const MAX_LENGTH = 60;
const SIGNS = String.raw`\p{Sc}|\p{L}{1,3}\.?\p{Sc}|\p{L}{1,5}\.?`;
const BEFORE = new RegExp(String.raw`^(-?)\s?(${SIGNS})\s?(?=[-\d.,])`, 'u');
const AFTER = new RegExp(String.raw`(?<=[\d.,])\s?[-–]?\s?(${SIGNS})$`, 'u');

/** A price without the sign of its currency. */
export interface PriceText {
  number: string;
  /** The sign or code beside the number, if it is not one of the account's currency. */
  foreign?: string;
}

/** Removes the sign or code of the account's currency from the text of a price. */
export function priceText(text: string, currency: string): PriceText {
  if (text.length > MAX_LENGTH) return { number: text };
  const [before, minus = '', sign] = BEFORE.exec(text) ?? [];
  if (before !== undefined) return checked(text, minus + text.slice(before.length).trim(), sign!, currency);
  const [after, ending] = AFTER.exec(text) ?? [];
  if (after !== undefined) return checked(text, text.slice(0, -after.length).trim(), ending!, currency);
  // Germans write 5,- for 5,00.
  return { number: text.replace(/(?<=\d)[.,][-–]{1,9}$/, '') };
}

function checked(text: string, number: string, sign: string, currency: string): PriceText {
  if (isSignOf(sign, currency)) return { number };
  return isCurrency(sign) ? { number, foreign: sign } : { number: text };
}

/** Returns whether a text is the code or a sign of this currency. */
export function isSignOf(sign: string, currency: string): boolean {
  return signsOf(currency).has(sign.toLowerCase().replace(/\.$/, ''));
}

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Returns whether a text is the code in capitals, or a sign, of any currency. */
export function isCurrency(sign: string): boolean {
  return (
    /\p{Sc}/u.test(sign) ||
    CODES.has(sign) ||
    currencies.neighbours.some((currency) => isSignOf(sign, currency))
  );
}

const signsByCurrency = new Map<string, ReadonlySet<string>>();

/** Returns the code and the signs of a currency, in small letters. */
function signsOf(currency: string): ReadonlySet<string> {
  const cached = signsByCurrency.get(currency);
  if (cached) return cached;
  const signs = new Set([currency.toLowerCase()]);
  for (const language of currencies.languages) {
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
      const sign = format.formatToParts(1).find(({ type }) => type === 'currency')!.value;
      signs.add(sign.toLowerCase().replace(/\.$/, ''));
    }
  }
  if (currency === 'EUR') for (const sign of currencies.euro) signs.add(sign);
  signsByCurrency.set(currency, signs);
  return signs;
}
