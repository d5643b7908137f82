import { shownIn } from '../../../../spreadsheet/cell.ts';
import type { SheetRow } from '../../../../spreadsheet/sheet-row.ts';
import { identifier, isVisible } from '../../../core/noun/texts.ts';
import { bareNumber, looksShortened } from './cell/cell-value.ts';
import { DATE_ORDERS, type DateOrder, dateText, exists, ORDER_NAMES } from './cell/dates.ts';
import { decimalEvidence } from './cell/decimal-evidence.ts';
import { type DecimalSign, DECIMAL_SIGNS, numberText } from './cell/numbers.ts';
import { lastWord } from './cell/last-word.ts';
import { oddityOf, withoutApostrophe } from './cell/odd-texts.ts';
import { type DayLanguage, DAY_LANGUAGES, dayLanguagesOf } from './cell/weekdays.ts';
import { unitInHeader, weightUnit } from './cell/weights.ts';
import { CLOCKS, windowText } from './cell/windows.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { IMPORT_FIELDS, type ImportField } from './import-fields.ts';
import { nameOfColumn, type UsedColumn } from './import-rows.ts';
import type { ImportColumn } from './map-columns.ts';
import type { ImportProblem, ReadOptions } from './read-options.ts';

/** The maximum number of notes on a file. */
const MAX_NOTES = 20;
const NUMBERS = new Set(['number', 'integer', 'price', 'weight']);
const UNIT_NAMES: Record<string, string> = {
  g: 'grams',
  lb: 'pounds',
  oz: 'ounces',
  t: 'tonnes',
  mg: 'milligrams',
  dag: 'decagrams',
};

/** A column with its position in the file. */
export interface PlacedColumn extends ImportColumn {
  index: number;
}

type PlacedField = Omit<PlacedColumn, 'field'> & { field: ImportField };

/** The formats of the used columns, and the open questions about them. */
export interface ColumnsRead {
  used: UsedColumn[];
  decimal: DecimalSign | null;
  dates: DateOrder | null;
  problems: ImportProblem[];
  /** The notes on values whose meaning differs from their text. */
  notes: string[];
}

/**
 * Returns the format of numbers and dates in each column, from all rows. Ambiguous formats become questions.
 */
export function readColumns(
  columns: readonly PlacedColumn[],
  rows: readonly SheetRow[],
  isDownload: boolean,
  { kind, choices, currency }: ReadOptions,
): ColumnsRead {
  const placed = columns.flatMap(({ field, ...column }): PlacedField[] =>
    field === null ? [] : [{ ...column, field: IMPORT_FIELDS[kind][field]! }],
  );
  const numbers = placed.filter(({ field }) => NUMBERS.has(field.kind));
  const evidence = numbers.map(({ index, field }) => ({
    index,
    isWeight: field.kind === 'weight',
    ...decimalEvidence(bareNumbers(textsOf(rows, index, field), field, currency)),
  }));
  const proved = new Set(evidence.flatMap((each) => [...each.proved]));
  const ofFile = proved.size === 1 ? [...proved][0]! : undefined;
  const signOf = (index: number) => {
    const own = evidence.find((each) => each.index === index);
    // 0,5 and 1.234 in one column of weights: people write grams behind either sign.
    if (own?.isWeight && own.contrary) return undefined;
    if (own?.proved.size === 1) return [...own.proved][0]!;
    // Only weights can have three decimals, and other systems format them differently from prices.
    const isOpen = own && (own.proved.size === 2 || (own.isWeight && own.unsure !== undefined));
    return isOpen ? undefined : ofFile;
  };
  const unsure = evidence.find((each) => each.unsure && signOf(each.index) === undefined);
  const problems: ImportProblem[] = [];
  if (unsure && choices.decimal === undefined)
    problems.push(
      numberQuestion(
        unsure.contrary ?? unsure.unsure!,
        nameOfColumn(columns.find(({ index }) => index === unsure.index)!),
      ),
    );
  const dateColumns = placed.filter(({ field }) => field.kind === 'date');
  const order = orderOf(dateColumns.flatMap(({ index, field }) => [...textsOf(rows, index, field)]));
  if (order.question && choices.dates === undefined) problems.push(order.question);
  const dates = order.matters ? (choices.dates ?? order.order ?? null) : order.shown;
  if (choices.hours === undefined && !isDownload) problems.push(...hoursQuestion(placed, rows));
  const used = placed.map(({ field, index, ...column }): UsedColumn => ({
    ...field,
    index,
    column: nameOfColumn(column),
    reading: {
      isDownload,
      currency,
      decimal: signOf(index),
      chosenDecimal: choices.decimal,
      order: choices.dates ?? order.order,
      clock: isDownload ? '24' : choices.hours,
      unit: field.kind === 'weight' ? unitInHeader(column.column) : undefined,
      languages: field.kind === 'weekdays' ? languagesOf(rows, index) : undefined,
    },
  }));
  const decimal = choices.decimal ?? ofFile ?? null;
  return { used, decimal, dates, problems, notes: notesOf(kind, used, rows) };
}

function* textsOf(
  rows: readonly SheetRow[],
  index: number,
  field: ImportField,
): Generator<readonly [text: string, row: number]> {
  for (const { row, cells } of rows) {
    const cell = withoutApostrophe(field, cells[index] ?? '');
    if (typeof cell === 'string' && isVisible(cell)) yield [identifier(cell), row];
  }
}

function* bareNumbers(
  texts: Iterable<readonly [text: string, row: number]>,
  field: ImportField,
  currency: string,
): Generator<readonly [text: string, row: number]> {
  for (const [text, row] of texts) yield [bareNumber(field, text, currency), row];
}

function numberQuestion({ text, row }: { text: string; row: number }, column: string): ImportProblem {
  const read = numberText(text)!;
  const values = 'values' in read ? read.values : { '.': 0, ',': 0 };
  return {
    code: 'ambiguous_number',
    message: `"${text}" in row ${row} of "${column}" can be ${values['.']} or ${values[',']}. Choose whether "." or "," stands before decimals`,
    option: 'decimal',
    choices: [...DECIMAL_SIGNS],
  };
}

/** Asks about the first window that each clock reads differently. */
function hoursQuestion(placed: readonly PlacedField[], rows: readonly SheetRow[]): ImportProblem[] {
  for (const { field, index, ...column } of placed) {
    if (field.kind !== 'window') continue;
    for (const [text, row] of textsOf(rows, index, field)) {
      const read = windowText(text);
      if (read === undefined || typeof read === 'string') continue;
      const message = `"${text}" in row ${row} of "${nameOfColumn(column)}" can be ${read[12]} (12-hour clock) or ${read[24]} (24-hour clock). Choose the clock`;
      return [{ code: 'ambiguous_hours', message, option: 'hours', choices: [...CLOCKS] }];
    }
  }
  return [];
}

/** Returns the order of day and month in which all dates exist; if none is certain, the question to ask. */
function orderOf(texts: (readonly [text: string, row: number])[]): {
  order?: DateOrder;
  matters: boolean;
  shown: DateOrder | null;
  question?: ImportProblem;
} {
  const orders = new Set(DATE_ORDERS);
  const partly = new Set<DateOrder>();
  let differing: readonly [text: string, row: number] | undefined;
  let shown: DateOrder | null = null;
  let matters = false;
  for (const each of texts) {
    const [text] = each;
    const read = dateText(text);
    if (!read || 'found' in read) continue;
    if ('day' in read) {
      shown ??= /^\d{4}/.test(text) ? 'ymd' : 'dmy';
      continue;
    }
    matters = true;
    const days = DATE_ORDERS.flatMap((order) => {
      const day = read.days[order];
      const isPossible = day !== undefined && exists(day);
      if (isPossible) partly.add(order);
      else orders.delete(order);
      return isPossible ? [day] : [];
    });
    if (new Set(days).size > 1) differing ??= each;
  }
  if (!matters) return { matters, shown };
  const [first] = orders;
  if (orders.size === 1 || (first && !differing)) return { order: first!, matters, shown };
  const possible = orders.size > 0 ? [...orders] : [...partly];
  const [text, row] = differing ?? texts.find(([text]) => 'days' in (dateText(text) ?? {}))!;
  if (possible.length === 0) return { matters, shown };
  return {
    matters,
    shown,
    question: {
      code: 'ambiguous_date',
      message: `The date "${text}" in row ${row} can be read as ${possible.map((order) => ORDER_NAMES[order]).join(' or ')}. Choose the order of the dates`,
      option: 'dates',
      choices: possible,
    },
  };
}

/**
 * Returns the languages in which all cells of a column name days of the week. Cells without such names are
 * ignored.
 */
function languagesOf(rows: readonly SheetRow[], index: number): ReadonlySet<DayLanguage> {
  let common = new Set<DayLanguage>(DAY_LANGUAGES);
  const texts = new Set(rows.map(({ cells }) => shownIn(cells[index] ?? '').trim()));
  for (const text of texts) {
    const own = dayLanguagesOf(identifier(text));
    if (own.size > 0) common = common.intersection(own);
  }
  return common;
}

function notesOf(kind: ImportKind, used: readonly UsedColumn[], rows: readonly SheetRow[]): string[] {
  const notes: string[] = [];
  for (const column of used) {
    const { kind: cellKind, index, reading, name } = column;
    if (cellKind === 'weight' && reading.unit !== undefined && reading.unit !== 'kg')
      notes.push(
        `Weights of "${column.column}" were converted from ${UNIT_NAMES[reading.unit]} to kilograms`,
      );
    if (reading.isDownload) continue;
    notes.push(...oddities(column, rows));
    if (cellKind !== 'identifier' || kind === 'deliveries') continue;
    for (const { row, cells } of rows) {
      if (notes.length >= MAX_NOTES) return notes.slice(0, MAX_NOTES);
      const cell = cells[index];
      if (typeof cell === 'string' && name === 'reference' && looksShortened(cell.trim()))
        notes.push(
          `Row ${row}: "${cell.trim().slice(0, 100)}" is kept as it is. If a spreadsheet shortened it, format the column as text and enter the number again`,
        );
    }
  }
  const weights = used.find((each) => each.kind === 'weight');
  const units = weights && unitsIn(rows, weights.index);
  if (units) notes.push(`Weights with the unit ${units} were converted to kilograms`);
  return notes.slice(0, MAX_NOTES);
}

/** Returns the oddities of a column, each once, with its first row. */
function oddities(column: UsedColumn, rows: readonly SheetRow[]): string[] {
  const found = new Map<string, { row: number; text: string; count: number }>();
  for (const { row, cells } of rows) {
    const cell = cells[column.index] ?? '';
    const oddity = oddityOf(column, cell);
    if (oddity === undefined) continue;
    const first = found.get(oddity);
    if (first) first.count += 1;
    else found.set(oddity, { row, text: shownIn(cell).trim().slice(0, 60), count: 1 });
  }
  return [...found].map(([oddity, { row, text, count }]) => {
    const more = count === 1 ? '' : `. Rows like this: ${count}`;
    return `Row ${row} of "${column.column}": "${text}" ${oddity}${more}`;
  });
}

/** Returns the first unit other than kilograms that a weight of the column has. */
function unitsIn(rows: readonly SheetRow[], index: number): string | undefined {
  for (const { cells } of rows) {
    const text = shownIn(cells[index] ?? '').trim();
    const unit = /\d/.test(text) ? weightUnit(lastWord(text)) : undefined;
    if (unit !== undefined && unit !== 'kg') return unit;
  }
  return undefined;
}
