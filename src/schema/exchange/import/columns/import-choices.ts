import { z } from 'zod';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { finding } from '../../../core/noun/issues.ts';
import { snakeOf } from '../../../core/noun/names.ts';
import { normalized } from '../../../core/noun/texts.ts';
import { DATE_ORDERS } from './cell/dates.ts';
import { DECIMAL_SIGNS } from './cell/numbers.ts';
import { CLOCKS } from './cell/windows.ts';
import type { ImportChoices } from './read-options.ts';

const MAX_MAP = 10_000;
const MAX_SHEET_NAME = 200;
const WRONG_NAME = `must be 1 to ${MAX_SHEET_NAME} characters`;
const choiceText = z.string('must be given once').min(1, 'must not be empty');

/**
 * The rules of a sender's choices, by the names of query parameters; flags of the command and the page use
 * the same.
 */
export const CHOICE_RULES = {
  map: choiceText.max(MAX_MAP, `must be at most ${MAX_MAP} characters`).meta({
    description:
      '`Column=field` pairs, separated by commas: `Item no=reference,Title=name`. `[D]=price` is column D. `Title=` ignores it. A column can have two fields: `Code=reference,Code=branch_reference`. Default: as the columns are named.',
  }),
  sheet: choiceText
    .max(MAX_SHEET_NAME, `must be at most ${MAX_SHEET_NAME} characters`)
    .describe('The name of the sheet. Default: the first visible one with a list.'),
  header_row: choiceText
    .regex(/^[1-9]\d{0,6}$/, { error: 'must be the number of a row', abort: true })
    .transform(Number)
    .pipe(z.int().min(1).max(9_999_999))
    .describe('The number of the row with the names of the columns. Default: it is found.'),
  delimiter: choiceText
    .transform((value) => (/^(tab|\\t)$/i.test(value) ? '\t' : value))
    .refine(
      (value) => value.length === 1 && !'"\r\n'.includes(value),
      finding('invalid_format', 'must be one character, such as ; or tab'),
    )
    .describe('The sign between the cells of a CSV file, or `tab`. Default: it is found.'),
  encoding: choiceText
    .max(MAX_SHEET_NAME, `must be at most ${MAX_SHEET_NAME} characters`)
    .describe(
      'The encoding of a text file, as a label such as `windows-1252`. Default: it is found, or asked.',
    ),
  decimal: z
    .enum(DECIMAL_SIGNS as ['.', ','], 'must be . or ,')
    .describe('The sign before decimals: `.` or `,`. Default: it is found, or asked.'),
  dates: z
    .enum(DATE_ORDERS as ['dmy', 'mdy', 'ymd'], 'must be dmy, mdy or ymd')
    .describe('The order of day, month and year: `dmy`, `mdy` or `ymd`. Default: it is found, or asked.'),
  hours: z
    .enum(CLOCKS, 'must be 12 or 24')
    .describe(
      '`12`: the window `9-5` is 09:00-17:00. `24`: it is 09:00-05:00, and `8-12am` is 08:00-12:00. Default: it is asked.',
    ),
  lost_zeros: z
    .enum(['keep', 'refuse'], 'must be keep or refuse')
    .describe(
      '`keep`: 12 is another record than 00012. `refuse`: such rows are refused. Default: it is asked.',
    ),
  on_difference: z
    .literal('revise', 'must be revise, or left out')
    .describe(
      'Of deliveries only, `revise`: pending ones that differ from the file are revised. Default: they stay as they are.',
    ),
};

/** Returns the rules of the choices for a kind of file. */
export function choiceRulesOf(kind: ImportKind) {
  return {
    ...CHOICE_RULES,
    on_difference: CHOICE_RULES.on_difference.refine(
      () => isChoiceOf(kind, 'on_difference'),
      finding('not_supported', 'is only supported for deliveries'),
    ),
  };
}

/** Returns whether a kind of file supports a choice. */
export function isChoiceOf(kind: ImportKind, name: string): boolean {
  return name !== 'on_difference' || kind === 'deliveries';
}

/** The rule of the name of a file, as its sender states it. */
export const fileNameRule = choiceText
  .transform((name) =>
    normalized(name, 'NFC')
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      .trim(),
  )
  .refine((name) => name !== '', finding('empty', WRONG_NAME))
  .refine(
    (name) => [...name].length <= MAX_SHEET_NAME,
    finding('too_long', WRONG_NAME, { max: MAX_SHEET_NAME }),
  )
  .describe('The name of the file, which the list of imports shows. Default: none.');

/** The rule of the preview whose file is read again. */
export const fromRule = choiceText.describe(
  'The `id` of a preview: its file, which is kept for 7 days, is read again with the options of this request. Leave out the body then. Default: the body is read.',
);

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

/** Returns the parameters that choices were made with, the reverse of {@link choicesOf}. */
export function parametersOfChoices(choices: ImportChoices): Record<string, string> {
  const texts = Object.entries(choices).map(([name, value]) => [snakeOf(name), String(value)]);
  return Object.fromEntries(texts.map(([name, text]) => [name, text === '\t' ? 'tab' : text]));
}
