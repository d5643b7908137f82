/** A quantity in each row of a chart. */
export interface Series<Row> {
  name: string;
  valueOf(row: Row): number;
  /** The chart colour, one of five, or `plain` for a muted one; by default assigned in order. */
  colour?: 1 | 2 | 3 | 4 | 5 | 'plain';
}

/** The content of a chart: a position on its axis for each row, with a mark for each series. */
export interface Chart<Row> {
  /** A short title, which also names the chart for screen readers. */
  title: string;
  /** Bars are stacked when there are several series. */
  kind: 'bars' | 'line';
  rows: readonly Row[];
  series: readonly Series<NoInfer<Row>>[];
  /** The noun of the rows, such as `Day`; the heading of the table's first column. */
  rowsAre: string;
  /** Returns the name of a row in the table and the tooltip. */
  labelOf(row: NoInfer<Row>): string;
  /** Returns a shorter name for the axis. */
  tickOf?(row: NoInfer<Row>): string;
  /** Formats a value, for example as an amount with its currency or as a percentage. */
  format: (value: number) => string;
  /** Formats a value for the axis, more briefly. */
  formatTick?: (value: number) => string;
  /** The value to reach, drawn as a line across the chart. */
  target?: number | undefined;
}

/** Returns the colour of a series, by default according to its position. */
export function colourOf(series: Series<never>, place: number): string {
  return `var(--chart-${series.colour ?? (place % 5) + 1})`;
}

/** Describes the values of a row: "3 Nov: 12 completed, 1 cancelled". */
export function describeRow<Row>({ series, labelOf, format }: Chart<Row>, row: Row): string {
  const values = series.map(({ name, valueOf }) => `${name} ${format(valueOf(row))}`);
  return `${labelOf(row)}: ${values.join(', ')}`;
}
