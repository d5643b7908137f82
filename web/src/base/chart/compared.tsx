import { LinePath } from '@visx/shape';
import type { Chart } from './chart.ts';
import type { Scales } from './scales.ts';
import styles from './chart.module.css';

/** Draws the values of the period that a chart is compared with as a dotted line. */
export function Compared<Row>({ chart, scales }: { chart: Chart<Row>; scales: Scales }) {
  const { rows, compared } = chart;
  if (!compared) return null;
  const { x, y } = scales;
  const valueAt = (place: number) => compared.valueOf(rows[place]!);
  return (
    <LinePath
      className={styles.compared}
      data={rows.map((_, place) => place)}
      defined={(place) => !Number.isNaN(valueAt(place))}
      x={(place) => x(place)! + x.bandwidth() / 2}
      y={(place) => y(valueAt(place))}
      fill="none"
    />
  );
}
