import type { ReactNode } from 'react';
import { DownloadRows } from './download-rows.tsx';
import styles from './ranking.module.css';

interface RankingProps<Row> {
  /** The name of the table, for screen readers. */
  caption: string;
  /** The headings of the columns: the ranked thing, and its measure. */
  heads: [name: string, measure: string];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => ReactNode;
  valueOf: (row: Row) => number;
  format: (value: number) => string;
  /** A second line, such as the quantity behind an amount. */
  aboutOf?: (row: Row) => ReactNode;
}

/** Shows the top rows by a measure, in a table with bars. */
export function Ranking<Row extends { name: string }>(props: RankingProps<Row>) {
  const { caption, heads, rows, keyOf, nameOf, valueOf, format, aboutOf } = props;
  const most = Math.max(...rows.map(valueOf), Number.MIN_VALUE);
  return (
    <>
      <div className={styles.download}>
        <DownloadRows
          title={caption}
          rows={rows}
          columns={[
            [heads[0], ({ name }) => name],
            [heads[1], valueOf],
          ]}
        />
      </div>
      <table className={styles.ranking}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <td>
                <div className={styles.name}>{nameOf(row)}</div>
                {aboutOf && <div className={styles.about}>{aboutOf(row)}</div>}
                <div className={styles.track}>
                  <div style={{ width: `${(100 * valueOf(row)) / most}%` }} />
                </div>
              </td>
              <td>{format(valueOf(row))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
