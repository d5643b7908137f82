import { exact } from '../../../../../spreadsheet/cell.ts';
import { plainName } from '../header/plain-name.ts';

/** Kilograms in each unit of weight. */
const KILOGRAMS: Record<string, number> = {
  kg: 1,
  g: 0.001,
  lb: 0.453_592_37,
  oz: 0.028_349_523_125,
  t: 1_000,
  mg: 0.000_001,
  dag: 0.01,
};

const UNITS: Record<string, string> = {
  kg: 'kg',
  kgs: 'kg',
  kgm: 'kg',
  kilo: 'kg',
  kilos: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  kilogramm: 'kg',
  kilogramme: 'kg',
  kilogrammes: 'kg',
  kilogramo: 'kg',
  kilogramos: 'kg',
  chilogrammi: 'kg',
  g: 'g',
  gr: 'g',
  grm: 'g',
  gram: 'g',
  grams: 'g',
  gramm: 'g',
  gramme: 'g',
  grammes: 'g',
  gramo: 'g',
  gramos: 'g',
  grammi: 'g',
  grammo: 'g',
  gramy: 'g',
  gramow: 'g',
  grammen: 'g',
  lb: 'lb',
  lbs: 'lb',
  lbr: 'lb',
  pound: 'lb',
  pounds: 'lb',
  oz: 'oz',
  ozs: 'oz',
  onz: 'oz',
  ounce: 'oz',
  ounces: 'oz',
  t: 't',
  to: 't',
  tne: 't',
  tonne: 't',
  tonnes: 't',
  tonnen: 't',
  mg: 'mg',
  dag: 'dag',
  dkg: 'dag',
  deka: 'dag',
};

/** Returns the unit of weight with a name; undefined for other texts. */
export function weightUnit(text: string): string | undefined {
  return UNITS[plainName(text)];
}

/** Divides the text of a weight into its number and its unit, if it ends with a known unit. */
export function withUnit(text: string): { number: string; unit: string | undefined } {
  const [, number, name] = /^([-+\d.,][\d.,\s\u00A0\u202F'’]*)\s*(\p{L}+)\.?$/u.exec(text.slice(0, 60)) ?? [];
  const unit = name === undefined ? undefined : weightUnit(name);
  return unit === undefined ? { number: text, unit: undefined } : { number: number!.trim(), unit };
}

/** Returns a weight in kilograms. Pounds and ounces are rounded to a gram, the others are exact. */
export function kilograms(value: number, unit: string): number {
  const weight = exact(value * KILOGRAMS[unit]!);
  return unit === 'lb' || unit === 'oz' ? Math.round(weight * 1_000) / 1_000 : weight;
}

/**
 * Returns the unit that the header of a column of weights names, such as `Weight (g)`, `weight_lbs` or
 * `Grams`.
 */
export function unitInHeader(header: string): string | undefined {
  const words = header.toLowerCase().split(/[^\p{L}]+/u);
  for (const word of words.toReversed()) {
    const unit = word === 't' || word === 'to' ? undefined : weightUnit(word);
    if (unit !== undefined) return unit;
  }
  return undefined;
}
