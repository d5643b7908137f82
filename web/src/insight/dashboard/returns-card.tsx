import { useState } from 'react';
import type { Chart } from '../../base/chart/chart.ts';
import { ChartFigure } from '../../base/chart/chart-figure.tsx';
import { Sparkline } from '../../base/chart/sparkline.tsx';
import { ReturnFiguresDocument, type ReturnFiguresQuery } from '../../generated/operations.ts';
import { Figure } from '../../base/kit/layout/card.tsx';
import { Choice } from '../../base/kit/form/choice.tsx';
import {
  kilograms,
  money,
  percentage,
  shortMoney,
  shortNumber,
  wholeNumber,
} from '../../base/kit/words/format.ts';
import { useSession } from '../../base/session/session.tsx';
import { returnsOf, seriesOf } from './query-variables.ts';
import { DataCard } from './data-card.tsx';
import { Figures } from '../../base/chart/figures.tsx';
import { compare } from './compare.ts';
import { Delta } from './delta.tsx';
import { axisOf } from './period.ts';
import type { Range } from './range.ts';

type Period = ReturnFiguresQuery['returnAnalytics']['series'][number];
type Measure = 'creditAmount' | 'rate' | 'quantity';

const MEASURES = [
  ['creditAmount', 'Credit'],
  ['rate', 'Return rate'],
  ['quantity', 'Units'],
] as const;

/** Shows returns: units, return rate and credit. */
export function ReturnsCard({ range, version }: { range: Range; version: number }) {
  const { currency } = useSession().account;
  const [measure, setMeasure] = useState<Measure>('creditAmount');
  const charts: Record<Measure, Pick<Chart<Period>, 'kind' | 'format' | 'formatTick'>> = {
    creditAmount: {
      kind: 'bars',
      format: (value) => money(value, currency),
      formatTick: (value) => shortMoney(value, currency),
    },
    rate: { kind: 'line', format: percentage },
    quantity: { kind: 'bars', format: wholeNumber, formatTick: shortNumber },
  };
  const name = MEASURES.find(([value]) => value === measure)![1];
  return (
    <DataCard
      title="Returns"
      about={`By ${range.countsBy === 'created' ? 'recording' : 'return'} date, without reversed returns. The return rate is units returned divided by units sent in the same period.`}
      document={ReturnFiguresDocument}
      variables={{ ...returnsOf(range), ...seriesOf(range) }}
      version={version}
    >
      {({ returnAnalytics: { total, series }, previous }) => (
        <>
          <Figures
            delta={
              <Delta
                now={total.creditAmount}
                before={previous.total.creditAmount}
                range={range}
                format={charts.creditAmount.format}
                isLessBetter
              />
            }
          >
            <Figure label="Credit" value={money(total.creditAmount, currency)} />
            <Figure
              label="Return rate"
              value={total.rate === null ? '–' : percentage(total.rate)}
              trend={<Sparkline values={series.map(({ figures }) => figures.rate)} />}
            />
            <Figure
              label="Units"
              value={wholeNumber(total.quantity)}
              about={kilograms(total.kilograms)}
              trend={<Sparkline values={series.map(({ figures }) => figures.quantity)} />}
            />
          </Figures>
          <Choice
            name="measure"
            label="Chart"
            isLabelHidden
            value={measure}
            options={MEASURES}
            onChange={setMeasure}
          />
          <ChartFigure
            title={`${name} over time`}
            emptyText="No returns in this period"
            {...compare(range, series, previous.series, (figures) => figures[measure])}
            series={[{ name, colour: 5, valueOf: ({ figures }) => figures[measure] ?? 0 }]}
            {...charts[measure]}
            {...axisOf(range.interval)}
          />
        </>
      )}
    </DataCard>
  );
}
