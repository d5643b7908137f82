import styles from './sparkline.module.css';

const WIDTH = 72;
const HEIGHT = 20;
/** Room for the width of the line. */
const EDGE = 1.5;

/**
 * Draws how a figure changed over time, beside it. The chart and its table have the values, so screen readers
 * skip it.
 */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (place: number) => EDGE + (place / (values.length - 1)) * (WIDTH - 2 * EDGE);
  // A figure that stays the same is in the middle.
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : EDGE + ((most - value) / (most - least)) * (HEIGHT - 2 * EDGE);
  const points = values.flatMap((value, place) =>
    value === null ? [] : [`${x(place).toFixed(1)},${y(value).toFixed(1)}`],
  );
  return (
    <svg className={styles.line} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
