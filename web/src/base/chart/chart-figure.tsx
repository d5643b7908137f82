import { ChartColumn, Table2 } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../kit/layout/button.tsx';
import { type Column, Table } from '../kit/table/table.tsx';
import { type Chart, colourOf, valueIn, valuesIn } from './chart.ts';
import { DownloadRows } from './download-rows.tsx';
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
          <DownloadRows
            title={title}
            rows={rows}
            columns={[
              [chart.rowsAre, chart.cellOf ?? chart.labelOf],
              ...valuesIn(chart).map(({ name, valueOf }) => [name, valueOf] as const),
            ]}
          />
        )}
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
      {!isEmpty && (series.length > 1 || chart.target !== undefined || chart.compared) && (
        <Legend {...chart} />
      )}
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

function Legend<Row>({ series, target, compared, format }: Chart<Row>) {
  return (
    <ul className={styles.legend}>
      {series.map((each, place) => (
        <li key={each.name}>
          <span className={styles.swatch} style={{ background: colourOf(each, place) }} />
          {each.name}
        </li>
      ))}
      {compared && (
        <li>
          <span className={styles.dots} /> {compared.name}
        </li>
      )}
      {target !== undefined && (
        <li>
          <span className={styles.dashes} /> Target {format(target)}
        </li>
      )}
    </ul>
  );
}

function ChartTable<Row>(chart: Chart<Row>) {
  const { title, rowsAre, rows, labelOf, cellOf = labelOf } = chart;
  const columns: Column<Row>[] = [
    { name: rowsAre, isWhole: true, cell: (row) => cellOf(row) },
    ...valuesIn(chart).map(({ name, valueOf }, place) => ({
      name,
      isNumber: true,
      // The first value stays longest.
      yields: place === 0 ? undefined : 9 - place,
      cell: (row: Row) => valueIn(chart, valueOf(row)),
    })),
  ];
  return (
    // A card with it takes the whole width.
    <div className={styles.table} data-full>
      <Table caption={title} columns={columns} rows={rows} keyOf={(row) => labelOf(row)} />
    </div>
  );
}
