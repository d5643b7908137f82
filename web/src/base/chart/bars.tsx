import { BarStack } from '@visx/shape';
import { type Chart, colourOf } from './chart.ts';
import type { Scales } from './scales.ts';
import styles from './chart.module.css';

interface BarsProps<Row> {
  chart: Chart<Row>;
  scales: Scales;
  active: number | undefined;
}

/** Draws a bar for each row, with its series stacked. */
export function Bars<Row>({ chart: { rows, series }, scales: { x, y }, active }: BarsProps<Row>) {
  const places = rows.map((_, place) => place);
  return (
    <BarStack
      data={places}
      keys={series.map((_, place) => place)}
      value={(place, key) => series[key]!.valueOf(rows[place]!)}
      x={(place) => place}
      xScale={x}
      yScale={y}
      color={(key) => colourOf(series[key]!, key)}
    >
      {(stacks) =>
        stacks.map((stack) =>
          stack.bars
            .filter(({ height }) => height > 0)
            .map((bar) => (
              <rect
                key={`${stack.key} ${bar.index}`}
                className={styles.bar}
                x={bar.x}
                y={bar.y}
                width={Math.max(1, bar.width)}
                height={bar.height}
                rx={Math.min(2, bar.width / 4)}
                fill={bar.color}
                opacity={active === undefined || active === bar.index ? 1 : 0.45}
              />
            )),
        )
      }
    </BarStack>
  );
}
