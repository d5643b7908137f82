import { AreaClosed, LinePath } from '@visx/shape';
import { type Chart, colourOf } from './chart.ts';
import type { Scales } from './scales.ts';
import styles from './chart.module.css';

interface LinesProps<Row> {
  chart: Chart<Row>;
  scales: Scales;
  active: number | undefined;
}

/** Draws a line for each series; a single one has its area filled. */
export function Lines<Row>({ chart: { rows, series }, scales, active }: LinesProps<Row>) {
  const { x, y, bottom } = scales;
  const centre = (place: number) => x(place)! + x.bandwidth() / 2;
  const places = rows.map((_, place) => place);
  return (
    <>
      {active !== undefined && (
        <line
          className={styles.pointer}
          {...{ x1: centre(active), x2: centre(active), y1: y.range()[1], y2: bottom }}
        />
      )}
      {series.map((each, key) => {
        const top = (place: number) => y(each.valueOf(rows[place]!));
        const colour = colourOf(each, key);
        return (
          <g key={each.name}>
            {series.length === 1 && (
              <AreaClosed data={places} x={centre} y={top} yScale={y} fill={colour} opacity={0.12} />
            )}
            <LinePath
              data={places}
              x={centre}
              y={top}
              stroke={colour}
              strokeWidth={2}
              strokeLinejoin="round"
            />
            {places
              .filter((place) => place === active || places.length === 1)
              .map((place) => (
                <circle
                  key={place}
                  className={styles.dot}
                  cx={centre(place)}
                  cy={top(place)}
                  r={4}
                  fill={colour}
                />
              ))}
          </g>
        );
      })}
    </>
  );
}
