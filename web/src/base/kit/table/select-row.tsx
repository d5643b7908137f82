import styles from './select-row.module.css';
import type { RowSelection } from './use-selection.ts';

interface SelectManyProps<Row> {
  /** The cell around the checkbox. */
  Cell: 'th' | 'td';
  rows: readonly Row[];
  /** The name of the rows, such as "all on this page". */
  name: string;
  selection: RowSelection<Row>;
}

/** The checkbox of several rows, such as all of a page or those of a group: selects all of them, or none. */
export function SelectMany<Row>({ Cell, rows, name, selection }: SelectManyProps<Row>) {
  const count = rows.filter(selection.has).length;
  return (
    <Cell scope={Cell === 'th' ? 'col' : undefined} className={styles.cell}>
      <label className={styles.target}>
        <input
          type="checkbox"
          data-selects
          aria-label={`Select ${name}`}
          checked={count > 0 && count === rows.length}
          ref={(input) => {
            if (input) input.indeterminate = count > 0 && count < rows.length;
          }}
          onChange={() => selection.toggleAll(rows)}
        />
      </label>
    </Cell>
  );
}

interface SelectRowProps<Row> {
  row: Row;
  /** The rows in the order in which they are shown. */
  rows: readonly Row[];
  name: string;
  selection: RowSelection<Row>;
}

/** The checkbox of a row. With Shift it selects the rows up to this one. */
export function SelectRow<Row>({ row, rows, name, selection }: SelectRowProps<Row>) {
  return (
    <td className={styles.cell}>
      {/* What the mouse does on it, keys do on the checkbox. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <label
        className={styles.target}
        // Shift would select text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => {
          if (!event.shiftKey || event.target !== event.currentTarget) return;
          // Not every browser presses a checkbox by its label with Shift.
          event.preventDefault();
          selection.extend(rows, row);
        }}
      >
        <input
          type="checkbox"
          data-selects
          aria-label={`Select ${name}`}
          checked={selection.has(row)}
          onChange={({ nativeEvent, currentTarget }) => {
            if (!(nativeEvent as MouseEvent).shiftKey) return selection.toggle(row);
            currentTarget.focus();
            selection.extend(rows, row);
          }}
        />
      </label>
    </td>
  );
}
