import { ChartFigure } from '../../base/chart/chart-figure.tsx';
import { Sparkline } from '../../base/chart/sparkline.tsx';
import { DeliveryFiguresDocument } from '../../generated/operations.ts';
import { Figure } from '../../base/kit/layout/card.tsx';
import { kilograms, money, shortMoney } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { useSession } from '../../base/session/session.tsx';
import { deliveriesOf, seriesOf } from './query-variables.ts';
import { DataCard } from './data-card.tsx';
import { Figures } from '../../base/chart/figures.tsx';
import { compare } from './compare.ts';
import { Delta } from './delta.tsx';
import { axisOf } from './period.ts';
import type { Range } from './range.ts';

interface Part {
  value: number;
  units: number;
  kilograms: number;
}

/** Shows value, units and weight of the deliveries; completed, open and cancelled ones apart. */
export function ValueCard({ range, version }: { range: Range; version: number }) {
  const { currency } = useSession().account;
  const format = (value: number) => money(value, currency);
  return (
    <DataCard
      title="Value of deliveries"
      about={`By ${range.countsBy === 'created' ? 'creation' : 'delivery'} date, without cancelled deliveries`}
      document={DeliveryFiguresDocument}
      variables={{ ...deliveriesOf(range), ...seriesOf(range) }}
      version={version}
    >
      {({ deliveryAnalytics: { total, series }, previous }) => {
        const parts: [label: string, part: Part, trend: number[]][] = [
          ['Value', total, series.map(({ figures }) => figures.value)],
          ['Completed', total.completed, series.map(({ figures }) => figures.completed.value)],
          ['Open', total.open, series.map(({ figures }) => figures.open.value)],
          ['Cancelled', total.cancelled, series.map(({ figures }) => figures.cancelled.value)],
        ];
        return (
          <>
            <Figures
              delta={<Delta now={total.value} before={previous.total.value} range={range} format={format} />}
            >
              {parts.map(([label, part, trend]) => (
                <Figure
                  key={label}
                  label={label}
                  value={money(part.value, currency)}
                  trend={<Sparkline values={trend} />}
                  about={`${plural(part.units, 'unit')} · ${kilograms(part.kilograms)}`}
                />
              ))}
            </Figures>
            <ChartFigure
              title="Value over time"
              kind="line"
              {...compare(range, series, previous.series, ({ value }) => value)}
              series={[{ name: 'Value', valueOf: ({ figures }) => figures.value }]}
              format={format}
              formatTick={(value) => shortMoney(value, currency)}
              {...axisOf(range.interval)}
            />
          </>
        );
      }}
    </DataCard>
  );
}
