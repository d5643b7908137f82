import type { Series } from '../../base/chart/chart.ts';
import { ChartFigure } from '../../base/chart/chart-figure.tsx';
import { Sparkline } from '../../base/chart/sparkline.tsx';
import {
  DeliveryFiguresDocument,
  type DeliveryFiguresQuery,
  type DeliveryStatus,
} from '../../generated/operations.ts';
import { Figure } from '../../base/kit/layout/card.tsx';
import { shortNumber, wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { deliveriesOf, seriesOf } from './query-variables.ts';
import { DataCard } from './data-card.tsx';
import { Figures } from '../../base/chart/figures.tsx';
import { compare } from './compare.ts';
import { Delta } from './delta.tsx';
import { axisOf } from './period.ts';
import type { Range } from './range.ts';

type Period = DeliveryFiguresQuery['deliveryAnalytics']['series'][number];

const STATUSES: [status: DeliveryStatus, name: string, colour: NonNullable<Series<Period>['colour']>][] = [
  ['COMPLETED', 'Completed', 1],
  ['IN_TRANSIT', 'In transit', 2],
  ['PENDING', 'Pending', 3],
  ['CANCELLED', 'Cancelled', 'plain'],
];

/** Shows the number of deliveries by their current status. */
export function DeliveriesCard({ range, version }: { range: Range; version: number }) {
  return (
    <DataCard
      title="Deliveries by status"
      about={`By ${range.countsBy === 'created' ? 'creation' : 'delivery'} date and current status`}
      document={DeliveryFiguresDocument}
      variables={{ ...deliveriesOf(range), ...seriesOf(range) }}
      version={version}
    >
      {({ deliveryAnalytics: { total, series }, previous }) => (
        <>
          <Figures
            headline={plural(total.count, 'delivery')}
            delta={
              <Delta now={total.count} before={previous.total.count} range={range} format={wholeNumber} />
            }
          >
            {STATUSES.map(([status, name]) => (
              <Figure
                key={status}
                label={name}
                value={wholeNumber(countOf(total, status))}
                trend={<Sparkline values={series.map(({ figures }) => countOf(figures, status))} />}
              />
            ))}
          </Figures>
          <ChartFigure
            title="Deliveries over time"
            kind="bars"
            {...compare(range, series, previous.series, ({ count }) => count)}
            series={STATUSES.map(([status, name, colour]) => ({
              name,
              colour,
              valueOf: ({ figures }: Period) => countOf(figures, status),
            }))}
            format={wholeNumber}
            formatTick={shortNumber}
            {...axisOf(range.interval)}
          />
        </>
      )}
    </DataCard>
  );
}

function countOf({ byStatus }: { byStatus: Period['figures']['byStatus'] }, status: DeliveryStatus): number {
  return byStatus.find((each) => each.status === status)!.count;
}
