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
  /** Returns the name of a row in a table, whose column has a name of its own. */
  cellOf?(row: NoInfer<Row>): string;
  /** Returns a shorter name for the axis. */
  tickOf?(row: NoInfer<Row>): string;
  /** Formats a value, for example as an amount with its currency or as a percentage. */
  format: (value: number) => string;
  /** Formats a value for the axis, more briefly. */
  formatTick?: (value: number) => string;
  /** The values of the period that the rows are compared with, drawn as a dotted line; NaN has none. */
  compared?: Series<NoInfer<Row>> | undefined;
  /** Whether the axis of lines begins near the lowest value, not at zero. */
  isFromLowest?: boolean;
  /** The value to reach, drawn as a line across the chart. */
  target?: number | undefined;
}

/** Returns the colour of a series, by default according to its position. */
export function colourOf(series: Series<never>, place: number): string {
  return `var(--chart-${series.colour ?? (place % 5) + 1})`;
}

/** Returns all values of a row: those of the series, and what they are compared with. */
export function valuesIn<Row>({ series, compared }: Pick<Chart<Row>, 'series' | 'compared'>) {
  return compared ? [...series, compared] : series;
}

/** Formats a value; one that is unknown is a dash. */
export function valueIn<Row>({ format }: Pick<Chart<Row>, 'format'>, value: number): string {
  return Number.isNaN(value) ? '–' : format(value);
}

/** Describes the values of a row: "3 Nov: 12 completed, 1 cancelled". */
export function describeRow<Row>(chart: Chart<Row>, row: Row): string {
  const values = valuesIn(chart).map(({ name, valueOf }) => `${name} ${valueIn(chart, valueOf(row))}`);
  return `${chart.labelOf(row)}: ${values.join(', ')}`;
}
