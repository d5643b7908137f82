import { z } from 'zod';
import type { ImportKind } from '../../core/caller/import-kinds.ts';
import { finding } from '../../core/noun/issues.ts';
import { normalized } from '../../core/noun/texts.ts';
import { DATE_ORDERS } from './cell/dates.ts';
import { DECIMAL_SIGNS } from './cell/numbers.ts';
import { CLOCKS } from './cell/windows.ts';
import type { ImportChoices } from './read-options.ts';

const MAX_MAP = 10_000;
const MAX_NAME = 200;
const WRONG_NAME = `must be 1 to ${MAX_NAME} characters`;
const text = z.string('must be given once').min(1, 'must not be empty');

/** The rules of what a sender can choose, by the names of query parameters; flags and the page use the same. */
export const CHOICE_RULES = {
  map: text.max(MAX_MAP, `must be at most ${MAX_MAP} characters`),
  sheet: text.max(MAX_NAME, `must be at most ${MAX_NAME} characters`),
  header_row: text
    .regex(/^[1-9]\d{0,6}$/, { error: 'must be the number of a row', abort: true })
    .transform(Number),
  delimiter: text
    .transform((value) => (/^(tab|\\t)$/i.test(value) ? '\t' : value))
    .refine(
      (value) => value.length === 1 && !'"\r\n'.includes(value),
      finding('invalid_format', 'must be one character, such as ; or tab'),
    ),
  encoding: text.max(MAX_NAME, `must be at most ${MAX_NAME} characters`),
  decimal: z.enum(DECIMAL_SIGNS as ['.', ','], 'must be . or ,'),
  dates: z.enum(DATE_ORDERS as ['dmy', 'mdy', 'ymd'], 'must be dmy, mdy or ymd'),
  hours: z.enum(CLOCKS, 'must be 12 or 24'),
  lost_zeros: z.enum(['keep', 'refuse'], 'must be keep or refuse'),
  on_difference: z.literal('revise', 'must be revise, or left out'),
};

/** Returns the rules of the choices for a kind of file. */
export function choiceRulesOf(kind: ImportKind) {
  return {
    ...CHOICE_RULES,
    on_difference: CHOICE_RULES.on_difference.refine(
      () => kind === 'deliveries',
      finding('not_supported', 'is only supported for deliveries'),
    ),
  };
}

/** The rule of the name of a file, which only its sender knows. */
export const fileNameRule = text
  .transform((name) =>
    normalized(name, 'NFC')
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      .trim(),
  )
  .refine((name) => name !== '', finding('empty', WRONG_NAME))
  .refine((name) => [...name].length <= MAX_NAME, finding('too_long', WRONG_NAME, { max: MAX_NAME }));

type ChoiceParameters = {
  [Name in keyof typeof CHOICE_RULES]?: z.output<(typeof CHOICE_RULES)[Name]> | undefined;
};

/** Returns the choices of validated parameters. */
export function choicesOf({
  header_row: headerRow,
  lost_zeros: lostZeros,
  on_difference: onDifference,
  ...others
}: ChoiceParameters): ImportChoices {
  return { ...others, headerRow, lostZeros, onDifference };
}
