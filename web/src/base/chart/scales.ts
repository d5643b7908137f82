import { scaleBand, scaleLinear } from '@visx/scale';
import { type Chart, valuesIn } from './chart.ts';

export const HEIGHT_PX = 232;
const BOTTOM_PX = 26;
const TOP_PX = 10;
const DIGIT_PX = 7;
const TICKS = 4;
const LETTER_PX = 7.5;

/** The positions in a chart of a certain width. */
export type Scales = ReturnType<typeof scalesOf>;

/**
 * Returns the scales of a chart.
 *
 * @param width of the whole chart, in pixels
 */
export function scalesOf<Row>(chart: Chart<Row>, width: number) {
  const { rows, series, kind, tickOf = chart.labelOf, formatTick = chart.format, target = 0 } = chart;
  const heights = rows.map((row) => {
    const values = series.map(({ valueOf }) => valueOf(row));
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  const bottom = HEIGHT_PX - BOTTOM_PX;
  const values = rows.flatMap((row) => valuesIn(chart).map(({ valueOf }) => valueOf(row)));
  const known = values.filter((value) => !Number.isNaN(value));
  const least = chart.isFromLowest ? Math.min(target, ...known) : 0;
  const domain = [least, Math.max(target, ...heights, ...known)];
  const y = scaleLinear<number>({ domain, range: [bottom, TOP_PX] }).nice(TICKS);
  // Whole quantities, such as counts, get whole ticks.
  const isWhole = heights.every(Number.isInteger);
  const ticks = y.ticks(TICKS).filter((tick) => !isWhole || Number.isInteger(tick));
  const yTicks = distinct(ticks, formatTick);
  const left = Math.ceil(Math.max(...yTicks.map((tick) => formatTick(tick).length)) * DIGIT_PX) + 12;
  const x = scaleBand<number>({
    domain: rows.map((_, index) => index),
    range: [left, width],
    paddingInner: 0.25,
    paddingOuter: 0.125,
  });
  return { x, y, left, bottom, width, yTicks, xTicks: ticksThatFit(rows.map(tickOf), width - left), heights };
}

/** Removes ticks whose labels would be repeated. */
function distinct(ticks: number[], format: (value: number) => string): number[] {
  const whole = new Map(ticks.toReversed().map((tick) => [format(tick), tick]));
  return [...whole.values()].toReversed();
}

/** Returns evenly spaced positions whose labels fit beside each other. */
function ticksThatFit(labels: string[], width: number): number[] {
  const longest = Math.max(...labels.map(({ length }) => length));
  const most = Math.max(1, Math.floor(width / (longest * LETTER_PX + 12)));
  const step = Math.ceil(labels.length / most);
  return labels
    .keys()
    .toArray()
    .filter((index) => index % step === Math.floor((step - 1) / 2));
}
