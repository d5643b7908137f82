import { type Chart, colourOf, valueIn, valuesIn } from './chart.ts';
import type { Scales } from './scales.ts';
import styles from './chart.module.css';

interface TooltipProps<Row> {
  chart: Chart<Row>;
  scales: Scales;
  active: number;
}

/** Shows the values of one row beside its mark; screen readers get them from the slider. */
export function Tooltip<Row>({ chart, scales, active }: TooltipProps<Row>) {
  const { x, width, left } = scales;
  const { rows, labelOf } = chart;
  const centre = x(active)! + x.bandwidth() / 2;
  const isRight = centre > (width + left) / 2;
  return (
    <div
      className={styles.tooltip}
      style={isRight ? { right: width - centre + 10 } : { left: centre + 10 }}
      aria-hidden
    >
      <strong>{labelOf(rows[active]!)}</strong>
      <dl>
        {valuesIn(chart).map((each, place) => (
          <div key={each.name}>
            <dt>
              <span className={styles.swatch} style={{ background: colourOf(each, place) }} />
              {each.name}
            </dt>
            <dd>{valueIn(chart, each.valueOf(rows[active]!))}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
