import { ChartFigure } from '../chart/chart-figure.tsx';
import { DeliveryFiguresDocument } from '../generated/operations.ts';
import { Figure } from '../kit/card.tsx';
import { money, shortMoney } from '../kit/format.ts';
import { useSession } from '../session/session.tsx';
import { seriesOf } from './query-variables.ts';
import { DataCard } from './data-card.tsx';
import { changeOf, Figures } from './figures.tsx';
import { axisOf } from './period.ts';
import type { Range } from './range.ts';

/** Shows the value of the deliveries. */
export function ValueCard({ range, version }: { range: Range; version: number }) {
  const { currency } = useSession().account;
  return (
    <DataCard
      title="Value of deliveries"
      about="By creation date, without cancelled deliveries"
      document={DeliveryFiguresDocument}
      variables={seriesOf(range)}
      version={version}
    >
      {({ deliveryAnalytics: { total, series }, previous }) => {
        const cancelled = total.byStatus.find(({ status }) => status === 'CANCELLED')!;
        return (
          <>
            <Figures>
              <Figure label="Value" value={money(total.value, currency)} />
              <Figure label="Cancelled" value={money(cancelled.value, currency)} />
            </Figures>
            <ChartFigure
              title="Value over time"
              about={changeOf(total.value, previous.total.value, range.length)}
              kind="line"
              rows={series}
              series={[{ name: 'Value', valueOf: ({ figures }) => figures.value }]}
              format={(value) => money(value, currency)}
              formatTick={(value) => shortMoney(value, currency)}
              {...axisOf(range.interval)}
            />
          </>
        );
      }}
    </DataCard>
  );
}
