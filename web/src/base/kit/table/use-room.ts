import type { ReactNode, RefObject } from 'react';
import { useMedia } from '../layout/use-media.ts';
import { useSteps } from './use-steps.ts';

/** A column that can stand below another one. */
export interface Movable<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** The column below whose content this one moves first where the table has no room. */
  under?: string;
  /** The order in which columns then move below the first one; a column without it stays. */
  yields?: number | undefined;
}

interface Room<Column> {
  /** Whether the rows are blocks of lines, each with the name of its column. */
  isStacked: boolean;
  /** Whether nothing is wider than the table's place. */
  isFitting: boolean;
  /** The columns that the table has room for. */
  columns: readonly Column[];
  /** Returns the columns whose content stands below that of a column. */
  guestsOf: (column: Column) => readonly Column[];
}

/**
 * Returns what a table shows where, so that it fits into its region. In this order, columns without a value
 * in these rows go, columns move below others, and rows become blocks.
 *
 * @param mayStack whether rows may become blocks, as they do on phones
 */
export function useRoom<Row, Column extends Movable<Row>>(
  region: RefObject<HTMLElement | null>,
  all: readonly Column[],
  rows: readonly Row[],
  mayStack = false,
): Room<Column> {
  const isOnPhone = useMedia('(width < 45rem)') && mayStack;
  const moving = [
    ...all.filter(({ under }) => under),
    ...all.filter((each) => !each.under && each.yields).toSorted((one, other) => one.yields! - other.yields!),
  ];
  const most = isOnPhone ? 0 : moving.length + 1 + Number(mayStack);
  const { step, isFitting } = useSteps(region, most, rows, all.map(({ name }) => name).join());
  const isStacked = isOnPhone || (mayStack && step === most);
  if (isStacked || step === 0) return { isStacked, isFitting, columns: all, guestsOf: () => [] };
  const filled = all.filter((each) => each === all[0] || rows.some((row) => !isEmpty(each.cell(row))));
  const moved = new Set(moving.slice(0, step - 1));
  const columns = filled.filter((each) => !moved.has(each));
  const hostOf = ({ under }: Column) => columns.find(({ name }) => name === under) ?? columns[0];
  return {
    isStacked,
    isFitting,
    columns,
    guestsOf: (column) => filled.filter((each) => moved.has(each) && hostOf(each) === column),
  };
}

/** Returns whether a cell shows no value. */
export function isEmpty(cell: unknown): boolean {
  return cell === undefined || cell === null || cell === false || cell === '' || cell === '–';
}
