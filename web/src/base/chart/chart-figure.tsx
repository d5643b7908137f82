import { ChartColumn, Table2 } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../kit/layout/button.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { type Chart, colourOf } from './chart.ts';
import styles from './chart.module.css';

// The drawing code is as large as the rest of a page, so it is loaded with the first chart.
const Plot = lazy(() => import('./plot.tsx'));

type ChartFigureProps<Row> = Chart<Row> & {
  /** A line below the title. */
  about?: string | undefined;
  /** The text in place of a chart without values. */
  emptyText?: string;
};

/** A chart with its legend; a button shows the same figures as a table. */
export function ChartFigure<Row>(props: ChartFigureProps<Row>) {
  const { about, emptyText = 'No data in this period', ...chart } = props;
  const { title, rows, series } = chart;
  const [isTable, setTable] = useState(false);
  const id = useId();
  const isEmpty = rows.every((row) => series.every(({ valueOf }) => valueOf(row) === 0));

  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <div className={styles.heading}>
          <p id={id} className={styles.title}>
            {title}
          </p>
          {about && <p className={styles.about}>{about}</p>}
        </div>
        {!isEmpty && (
          <Button
            kind="quiet"
            isSmall
            icon={isTable ? ChartColumn : Table2}
            aria-label={isTable ? `Show as chart: ${title}` : `Show as table: ${title}`}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )}
      </figcaption>
      {!isEmpty && (series.length > 1 || chart.target !== undefined) && <Legend {...chart} />}
      {isEmpty && <p className={styles.empty}>{emptyText}</p>}
      {!isEmpty && isTable && <ChartTable {...chart} />}
      {!isEmpty && !isTable && (
        <Suspense fallback={<ChartSkeleton />}>
          <Plot chart={chart} />
        </Suspense>
      )}
    </figure>
  );
}

/** A placeholder while a chart's figures are loading. */
export function ChartSkeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading…</span>
    </div>
  );
}

function Legend<Row>({ series, target, format }: Pick<Chart<Row>, 'series' | 'target' | 'format'>) {
  return (
    <ul className={styles.legend}>
      {series.map((each, place) => (
        <li key={each.name}>
          <span className={styles.swatch} style={{ background: colourOf(each, place) }} />
          {each.name}
        </li>
      ))}
      {target !== undefined && (
        <li>
          <span className={styles.dashes} /> Target {format(target)}
        </li>
      )}
    </ul>
  );
}

function ChartTable<Row>({ title, rowsAre, rows, series, labelOf, format }: Chart<Row>) {
  const columns: Column<Row>[] = [
    { name: rowsAre, cell: (row) => labelOf(row) },
    ...series.map(({ name, valueOf }) => ({
      name,
      isNumber: true,
      cell: (row: Row) => format(valueOf(row)),
    })),
  ];
  return (
    <div className={styles.table}>
      <Table caption={title} columns={columns} rows={rows} keyOf={(row) => labelOf(row)} />
    </div>
  );
}
