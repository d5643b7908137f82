import styles from './select-row.module.css';
import type { RowSelection } from './use-selection.ts';

/** The header of the checkboxes: selects all rows of the page. */
export function SelectAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: RowSelection<Row> }) {
  const count = rows.filter(selection.has).length;
  return (
    <th scope="col" className={styles.cell}>
      <label className={styles.target}>
        <input
          type="checkbox"
          data-selects
          aria-label="Select all on this page"
          checked={count > 0 && count === rows.length}
          ref={(input) => {
            if (input) input.indeterminate = count > 0 && count < rows.length;
          }}
          onChange={() => selection.toggleAll(rows)}
        />
      </label>
    </th>
  );
}

interface SelectRowProps<Row> {
  row: Row;
  name: string;
  selection: RowSelection<Row>;
}

/** The checkbox of a row. */
export function SelectRow<Row>({ row, name, selection }: SelectRowProps<Row>) {
  return (
    <td className={styles.cell}>
      <label className={styles.target}>
        <input
          type="checkbox"
          data-selects
          aria-label={`Select ${name}`}
          checked={selection.has(row)}
          onChange={() => selection.toggle(row)}
        />
      </label>
    </td>
  );
}
