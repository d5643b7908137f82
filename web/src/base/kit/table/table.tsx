import { type MouseEvent, useRef } from 'react';
import { Link } from 'wouter';
import { classes } from '../layout/classes.ts';
import { wholeNumber } from '../words/format.ts';
import { type Action, Menu } from '../layout/menu.tsx';
import { SelectMany, SelectRow } from './select-row.tsx';
import { type Sorting, SortHeader } from './sort-header.tsx';
import styles from './table.module.css';
import { isEmpty, type Movable, useRoom } from './use-room.ts';
import { useSelectionKeys } from './use-selection-keys.ts';
import type { RowSelection } from './use-selection.ts';

/** A column of a table of `Row`s. */
export interface Column<Row> extends Movable<Row> {
  /** Whether only screen readers get the name, for example for columns of buttons. */
  isNameHidden?: boolean;
  isNumber?: boolean;
  /** Whether phones are without the column. */
  isSecondary?: boolean;
  /** Whether paper, which is narrow, is without the column. */
  isOffPaper?: boolean;
  /** Whether long texts end in an ellipsis where the table has no room. */
  isCut?: boolean;
  /** Whether the content stays in one line, as dates and identifiers do. */
  isWhole?: boolean;
  /** Whether its name stands before its content there, as before each number. */
  isLabelled?: boolean;
  /** The orders that the header switches between, the first one first. */
  orders?: readonly [string, string];
}

/** The row that is open beside a table. */
export interface OpenRow {
  /** The key of the open row; undefined when none is open. */
  id: string | undefined;
  /** Opens a row beside the table; undefined where there is no room. */
  open: ((id: string) => void) | undefined;
}

interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Whether each row is a block on phones, and wherever its columns do not fit. */
  isStacked?: boolean;
  /** The page of a row: its first cell links there. */
  hrefOf?: (row: Row) => string;
  /** The current order, for columns with `orders`. */
  sorting?: Sorting;
  /** The names of columns that are not shown; the first one always is. */
  hidden?: readonly string[] | undefined;
  /** Returns the heading of the group of a row; rows of one group follow each other. */
  groupOf?: ((row: Row) => string) | undefined;
  /** Returns what stands beside the heading of a group, such as a sum (default: how many rows it has). */
  sumOf?: (rows: readonly Row[]) => string;
  /** Adds a checkbox to each row. */
  selection?: RowSelection<Row> | undefined;
  /** Returns the name of a row for its checkbox and its menu. */
  nameOf?: (row: Row) => string;
  /** Returns what can be done with a row: a menu in its last cell. */
  actionsOf?: ((row: Row) => readonly Action[]) | undefined;
  /** Opens rows beside the table, instead of their pages. */
  opened?: OpenRow | undefined;
}

/** Shows records in rows. Where there is no room, columns give way: no identifier, date or number is cut. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, keyOf, hrefOf, sorting, hidden, selection, nameOf = keyOf } = props;
  const { groupOf, sumOf = countOf, actionsOf, opened } = props;
  const region = useRef<HTMLDivElement>(null);
  useSelectionKeys(region, rows, keyOf, selection);
  const chosen = props.columns.filter(({ name }, index) => index === 0 || !hidden?.includes(name));
  const { columns, guestsOf, isStacked, isFitting } = useRoom(region, chosen, rows, props.isStacked);
  return (
    <div
      ref={region}
      className={classes(styles.scroll, isFitting && styles.fitting)}
      role="region"
      aria-label={`Table: ${caption}`}
      // A scrolling region must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={classes(styles.table, isStacked && styles.stacked)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && <SelectMany Cell="th" rows={rows} name="all on this page" selection={selection} />}
            {columns.map((column) =>
              column.orders && sorting ? (
                <SortHeader
                  key={column.name}
                  name={column.name}
                  orders={column.orders}
                  sorting={sorting}
                  className={lookOf(column)}
                />
              ) : (
                <th key={column.name} scope="col" className={lookOf(column)}>
                  {column.isNameHidden ? <span className="visually-hidden">{column.name}</span> : column.name}
                </th>
              ),
            )}
            {actionsOf && (
              <th scope="col" className={styles.menu}>
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        {Array.from(
          Map.groupBy(rows, (row) => groupOf?.(row)),
          ([group, ofGroup]) => (
            <tbody key={group ?? ''}>
              {group !== undefined && (
                <tr className={styles.group}>
                  {selection && <SelectMany Cell="td" rows={ofGroup} name={group} selection={selection} />}
                  <th scope="rowgroup" colSpan={columns.length + (actionsOf ? 1 : 0)}>
                    {group} <span className={styles.count}>{sumOf(ofGroup)}</span>
                  </th>
                </tr>
              )}
              {ofGroup.map((row) => (
                <tr
                  key={keyOf(row)}
                  data-key={keyOf(row)}
                  data-selected={selection?.has(row) || undefined}
                  aria-current={keyOf(row) === opened?.id || undefined}
                >
                  {selection && <SelectRow row={row} rows={rows} name={nameOf(row)} selection={selection} />}
                  {columns.map((column, index) => (
                    <td
                      key={column.name}
                      className={classes(lookOf(column), index === 0 && styles.main)}
                      data-name={column.isNameHidden ? undefined : column.name}
                    >
                      {index === 0 && hrefOf ? (
                        <Link
                          href={hrefOf(row)}
                          className={styles.link}
                          onClick={(event) => {
                            if (!opened?.open || isElsewhere(event)) return;
                            event.preventDefault();
                            opened.open(keyOf(row));
                          }}
                        >
                          <Content of={row} column={column} />
                        </Link>
                      ) : (
                        <Content of={row} column={column} />
                      )}
                      <Guests of={row} columns={guestsOf(column)} />
                    </td>
                  ))}
                  {actionsOf && (
                    <td className={styles.menu}>
                      {actionsOf(row).length > 0 && (
                        <Menu name={`Actions for ${nameOf(row)}`} actions={actionsOf(row)} />
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          ),
        )}
      </table>
    </div>
  );
}

function Content<Row>({ of: row, column: { cell, isCut } }: { of: Row; column: Column<Row> }) {
  if (!isCut) return cell(row);
  return (
    <span className={styles.cut}>
      <span>{cell(row)}</span>
    </span>
  );
}

/** Shows the content of columns that have no room of their own. */
function Guests<Row>({ of: row, columns }: { of: Row; columns: readonly Column<Row>[] }) {
  if (columns.length === 0) return null;
  return (
    <div className={styles.guests}>
      {columns
        .filter(({ cell }) => !isEmpty(cell(row)))
        .map((column) => (
          <span key={column.name} className={lookOf({ ...column, isNumber: false })}>
            {(column.isLabelled || column.isNumber) && `${column.name} `}
            <Content of={row} column={column} />
          </span>
        ))}
    </div>
  );
}

function countOf(rows: readonly unknown[]): string {
  return wholeNumber(rows.length);
}

function lookOf(column: Column<never>) {
  const { isNumber, isSecondary, isOffPaper, isWhole } = column;
  return classes(
    isNumber && styles.number,
    isSecondary && styles.secondary,
    isOffPaper && styles.offPaper,
    isWhole && styles.whole,
  );
}

/** Returns whether a click opens another tab or window. */
function isElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
