/** One of the quantities that a chart shows for each of its rows. */
export interface Series<Row> {
  name: string;
  valueOf(row: Row): number;
  /** One of the five chart colours; by default the series of a chart take them in turn. */
  colour?: 1 | 2 | 3 | 4 | 5;
}

/** What a chart shows: a place on its axis for each row, and there a mark for each series. */
export interface Chart<Row> {
  /** A short title, which also names the chart for screen readers. */
  title: string;
  /** Bars are stacked when there are several series. */
  kind: 'bars' | 'line';
  rows: readonly Row[];
  series: readonly Series<NoInfer<Row>>[];
  /** What the rows are, such as `Day`: the table's first column. */
  rowsAre: string;
  /** The name of a row in the table and the tooltip. */
  labelOf(row: NoInfer<Row>): string;
  /** A shorter one for the axis. */
  tickOf?(row: NoInfer<Row>): string;
  /** A value in words people know: an amount with its currency, a share in percent. */
  format: (value: number) => string;
  /** A shorter one for the axis. */
  formatTick?: (value: number) => string;
}

/** The colour of a series, by its place when it does not choose one. */
export function colourOf(series: Series<never>, place: number): string {
  return `var(--chart-${series.colour ?? (place % 5) + 1})`;
}

/** The values of a row in words: "3 Nov: 12 completed, 1 cancelled". */
export function tell<Row>({ series, labelOf, format }: Chart<Row>, row: Row): string {
  const values = series.map(({ name, valueOf }) => `${name} ${format(valueOf(row))}`);
  return `${labelOf(row)}: ${values.join(', ')}`;
}
