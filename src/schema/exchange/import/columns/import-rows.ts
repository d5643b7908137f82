import type { z } from 'zod';
import { type Violation, violation } from '../../../../problems.ts';
import { isBlank, shownIn, type Cell } from '../../../../spreadsheet/cell.ts';
import { MAX_CELL, MAX_TEXT } from '../../../../spreadsheet/limits.ts';
import type { SheetRow } from '../../../../spreadsheet/sheet-row.ts';
import { unreadable } from '../../../../spreadsheet/unreadable-file.ts';
import { identifier, isVisible } from '../../../core/noun/texts.ts';
import { CellProblem, cellValue, type ColumnReading } from './cell/cell-value.ts';
import { isSignOf } from './cell/currency.ts';
import { withoutApostrophe } from './cell/odd-texts.ts';
import { weightUnit } from './cell/weights.ts';
import { unguarded } from '../../../../spreadsheet/formula.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import {
  BRANCH,
  type CellKind,
  IMPORT_FIELDS,
  type ImportField,
  PRICE_CURRENCY,
  PRICE_UNITS,
  WEIGHT_UNIT,
} from './import-fields.ts';
import type { ImportColumn } from './map-columns.ts';
import { createDescriber, type RowRefusal } from './refusals.ts';

/** A row with its values, by the names of fields in inputs. Empty cells have no value. */
export interface ImportRow {
  row: number;
  values: Record<string, unknown>;
  texts: Record<string, string>;
  refusals: RowRefusal[];
}

/** A column with a field. */
export interface UsedColumn extends ImportField {
  /** The name in the file, or the letter in brackets. */
  column: string;
  /** Its position in the file. */
  index: number;
  reading: ColumnReading;
}

export interface RowsOptions {
  kind: ImportKind;
  isDownload: boolean;
  used: readonly UsedColumn[];
  /** The number of columns in the header of a CSV file: cells beyond it mean that a row is broken. */
  width: number | undefined;
  /** The sign between the cells of a CSV file. */
  delimiter: string | undefined;
}

/** Converts the cells of the used columns. */
export function importRows(
  table: readonly SheetRow[],
  { kind, isDownload, used, width, delimiter }: RowsOptions,
): ImportRow[] {
  const describer = createDescriber();
  const unitColumn = used.find(({ name }) => name === WEIGHT_UNIT);
  const positions = new Set(used.map(({ index }) => index));
  let characters = 0;
  return table.map(({ row, cells }) => {
    const made: ImportRow = { row, values: {}, texts: {}, refusals: [] };
    const refuse = (column: string | null, value: string | null, { problem, values, wording }: Violation) =>
      describer.add(made.refusals, () => [{ row, column, value, message: wording, problem, values }]);
    const unit = unitColumn && unitOf(cells[unitColumn.index]);
    for (const { column, index, reading, ...field } of used) {
      const cell = usableCell(field, cells[index] ?? '', isDownload);
      const text = shownIn(cell).trim();
      if (!isVisible(text)) continue;
      characters += text.length;
      if (characters > MAX_TEXT)
        throw unreadable('too_much_text', 'The file has too much text. Split it', { max: MAX_TEXT });
      if (delimiter !== undefined && holdsRows(field, cells[index]!, delimiter, width!)) {
        refuse(
          column,
          shownValue(text),
          violation('cell_has_rows', 'has line breaks and whole rows: a quote (") before it is not closed'),
        );
        continue;
      }
      const beside = besideProblem(field.name, text, reading.currency);
      if (beside !== undefined) {
        if (beside !== null) refuse(column, shownValue(text), beside);
        continue;
      }
      const own = field.kind === 'weight' ? { ...reading, unit: reading.unit ?? unit } : reading;
      const value = cellValue(field, isText(field.kind) ? cell : bare(cell), own, kind);
      made.texts[field.name] = text;
      if (value instanceof CellProblem) refuse(column, shownValue(text), value.found);
      else if (value !== undefined)
        made.values[field.name] =
          typeof value === 'string' && isText(field.kind) ? formedBy(field.rule, value) : value;
    }
    const excess = width === undefined ? 0 : excessOf(cells, width, positions);
    if (excess > 0) {
      const wording = `has ${excess} more cells than the header. Quote text that contains the delimiter`;
      refuse(null, null, violation('excess_cells', wording, { count: excess }));
    }
    return made;
  });
}

/** Returns whether a cell contains the end of its row and the beginning of another. */
function holdsRows({ name }: ImportField, cell: Cell, delimiter: string, width: number): boolean {
  if (typeof cell !== 'string' || !/[\r\n]/.test(cell) || MULTI_LINE.has(name)) return false;
  return width > 2 && cell.split(delimiter).length >= width;
}

const MULTI_LINE = new Set(['notes', `${BRANCH}address`]);

/**
 * Returns the error of a cell that explains the number of another column, such as a unit; null for no error,
 * undefined for other fields.
 */
function besideProblem(name: string, text: string, currency: string): Violation | null | undefined {
  if (name === WEIGHT_UNIT)
    return weightUnit(text) === undefined ? violation('unknown_unit', 'must be kg, g, lb or oz') : null;
  if (name === PRICE_CURRENCY)
    return isSignOf(text, currency)
      ? null
      : violation(
          'other_currency',
          `must be ${currency}, the currency of the account. Write the price in ${currency}`,
          { currency },
        );
  if (name !== PRICE_UNITS) return undefined;
  // A unit such as ST stands for one.
  return !/\d/.test(text) || /^1(?:[.,]0+)?(?:\s*\p{L}+\.?)?$/u.test(text)
    ? null
    : violation('not_price_of_one', 'must be 1. Write the price of one unit');
}

/** Long texts are cut: they exceed the limit of every field. */
function usableCell(field: ImportField, cell: Cell, isDownload: boolean): Cell {
  if (typeof cell !== 'string') return cell;
  const text = cell.length > MAX_CELL ? cell.slice(0, MAX_CELL) : cell;
  return isDownload ? unguarded(text) : withoutApostrophe(field, text);
}

function isText(kind: CellKind): boolean {
  return kind === 'text' || kind === 'identifier';
}

/** Removes invisible characters, which do not belong to numbers, dates and units. */
function bare(cell: Cell): Cell {
  return typeof cell === 'string' ? identifier(cell) : cell;
}

function unitOf(cell: Cell | undefined): string | undefined {
  return cell === undefined ? undefined : weightUnit(shownIn(cell));
}

function excessOf(cells: readonly Cell[], width: number, positions: ReadonlySet<number>): number {
  let excess = 0;
  for (let index = width; index < cells.length; index++)
    if (!positions.has(index) && !isBlank(cells[index])) excess += 1;
  return excess;
}

/**
 * Returns a text in the normal form of its field, by which the rows of a record are found. Invalid texts
 * stay, to be refused.
 */
function formedBy(rule: z.ZodType, text: string): string {
  const { data } = rule.safeParse(text);
  return typeof data === 'string' ? data : text;
}

/** Returns the refusal of a field of a row. */
export function refusalAt(
  columns: Readonly<Record<string, string>>,
  { row, texts }: ImportRow,
  name: string | null,
  { problem, values, wording: message }: Violation,
): RowRefusal {
  if (name === null) return { row, column: null, value: null, message, problem, values };
  const value = shownValue(texts[name] ?? null);
  return { row, column: columns[name] ?? null, value, message, problem, values };
}

/** Returns the names of the columns in the file, by the names of their fields in inputs. */
export function columnNames(kind: ImportKind, columns: readonly ImportColumn[]): Record<string, string> {
  const fields = IMPORT_FIELDS[kind];
  return Object.fromEntries([
    ...Object.entries(fields).map(([field, { name }]) => [name, field]),
    ...columns.flatMap((each) =>
      each.field === null ? [] : [[fields[each.field]!.name, nameOfColumn(each)]],
    ),
  ]);
}

/** Returns the name of a column in the file, or its letter. */
export function nameOfColumn({ column, letter }: Pick<ImportColumn, 'column' | 'letter'>): string {
  return column === '' ? `[${letter}]` : column;
}

/** Cuts long values, because many refusals are stored. */
function shownValue(text: string | null): string | null {
  return text !== null && text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
