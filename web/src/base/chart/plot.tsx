import { AxisBottom, AxisLeft } from '@visx/axis';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Bars } from './bars.tsx';
import { type Chart, describeRow } from './chart.ts';
import { Compared } from './compared.tsx';
import { Lines } from './lines.tsx';
import { HEIGHT_PX, scalesOf } from './scales.ts';
import { Tooltip } from './tooltip.tsx';
import { useWidth } from './use-width.ts';
import styles from './chart.module.css';

const TICK = { className: styles.tick, style: {} };

/** Draws a chart. Its rows can be explored with the pointer or, like a slider, with the arrow keys. */
export default function Plot<Row>({ chart }: { chart: Chart<Row> }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const { rows, title, tickOf = chart.labelOf, formatTick = chart.format } = chart;
  const last = rows.length - 1;
  // There may be fewer rows now than when one was selected.
  const active = pointed === undefined ? undefined : Math.min(pointed, last);
  const scales = width > 0 ? scalesOf(chart, width) : undefined;

  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { x } = scales!;
    const place = clientX - currentTarget.getBoundingClientRect().left - x.range()[0];
    setPointed(Math.max(0, Math.min(last, Math.floor(place / x.step()))));
  };
  const move = (event: KeyboardEvent) => {
    const next = nextOf(event.key, active ?? last, last);
    if (next === undefined) return;
    event.preventDefault();
    setPointed(next);
  };

  return (
    <div ref={ref} className={styles.plot}>
      {scales && (
        <>
          <svg width={width} height={HEIGHT_PX} aria-hidden>
            <AxisLeft
              scale={scales.y}
              left={scales.left}
              tickValues={scales.yTicks}
              tickFormat={(value) => formatTick(Number(value))}
              tickLength={4}
              tickLabelProps={{ ...TICK, textAnchor: 'end', dx: -4, dy: 4 }}
              hideAxisLine
              hideTicks
            />
            {scales.yTicks.map((tick) => (
              <line
                key={tick}
                className={tick === scales.yTicks[0] ? styles.ground : styles.grid}
                {...{ x1: scales.left, x2: width, y1: scales.y(tick), y2: scales.y(tick) }}
              />
            ))}
            {chart.kind === 'bars' ? (
              <Bars {...{ chart, scales, active }} />
            ) : (
              <Lines {...{ chart, scales, active }} />
            )}
            <Compared {...{ chart, scales }} />
            {chart.target !== undefined && (
              <line
                className={styles.target}
                {...{ x1: scales.left, x2: width, y1: scales.y(chart.target), y2: scales.y(chart.target) }}
              />
            )}
            <AxisBottom
              scale={scales.x}
              top={scales.bottom}
              tickValues={scales.xTicks}
              tickFormat={(index) => tickOf(rows[index]!)}
              tickLabelProps={{ ...TICK, textAnchor: 'middle', dy: 4 }}
              tickLength={6}
              hideAxisLine
              hideTicks
            />
          </svg>
          <div
            className={styles.slider}
            role="slider"
            tabIndex={0}
            aria-label={title}
            aria-orientation="horizontal"
            aria-valuemin={1}
            aria-valuemax={rows.length}
            aria-valuenow={(active ?? last) + 1}
            aria-valuetext={describeRow(chart, rows[active ?? last]!)}
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={() => setPointed(undefined)}
            onFocus={() => setPointed(active ?? last)}
            onBlur={() => setPointed(undefined)}
            onKeyDown={move}
          />
          {active !== undefined && <Tooltip {...{ chart, scales, active }} />}
        </>
      )}
    </div>
  );
}

function nextOf(key: string, from: number, last: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, from - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, from + 1);
}
