import { z } from 'zod';
import { violation } from '../../../problems.ts';
import { MAX_REFERENCE, MAX_SHELF_LIFE_DAYS, MAX_UNITS_PER_CASE } from '../limits.ts';
import { inputs } from './inputs.ts';
import { finding, issueOf } from './issues.ts';
import { codeText, figure, identifierText, text } from './rules.ts';

/** The supplier's own number of a record. */
export const reference = identifierText(MAX_REFERENCE);

/** A GTIN, with the digits that were sent. */
export const gtin = digits(/^(\d{8}|\d{12,14})$/, 'must be a GTIN of 8, 12, 13 or 14 digits');

/** A GLN, the number of a place. */
export const gln = digits(/^\d{13}$/, 'must be a GLN of 13 digits');

/** Returns a GTIN with 14 digits: shorter ones are padded with zeros. */
export function paddedGtin(value: string): string {
  return value.padStart(14, '0');
}

export const phone = text(50).register(inputs, { as: 'tel' });

export const unitsPerCase = count(MAX_UNITS_PER_CASE);
export const shelfLifeDays = count(MAX_SHELF_LIFE_DAYS);
export const shelfLifePercent = count(100);

/** The ISO 3166-1 alpha-2 codes. Intl has others too, such as EU. */
const COUNTRIES = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
    'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
    'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
    'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
    'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
    'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

/** Returns whether a text is the code of a country. */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code);
}

/** A country. */
export const country = codeText()
  .refine(
    isCountry,
    finding('unknown_country', 'must be an ISO 3166-1 country code of two capital letters, such as DE'),
  )
  .meta({ pattern: '^[A-Z]{2}$' });

/** Returns the rule of a number whose last digit is a check digit (GS1: weights 3 and 1 from the right). */
function digits(form: RegExp, problem: string) {
  return codeText()
    .regex(form, { error: problem, abort: true })
    .superRefine((value, { addIssue }) => {
      const expected = checkDigitOf(value.slice(0, -1));
      if (value.endsWith(expected)) return;
      const wording = `has a wrong check digit: the last digit should be ${expected}`;
      addIssue(issueOf(violation('wrong_check_digit', wording, { expected })));
    })
    .register(inputs, { as: 'digits' });
}

function checkDigitOf(body: string): string {
  const weighted = [...body].toReversed().map((digit, at) => Number(digit) * (at % 2 === 0 ? 3 : 1));
  const sum = weighted.reduce((total, each) => total + each, 0);
  return String((10 - (sum % 10)) % 10);
}

function count(max: number) {
  const problem = `must be an integer from 1 to ${figure(max)}`;
  return z.int(problem).min(1, problem).max(max, problem);
}
