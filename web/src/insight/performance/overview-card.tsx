import type { ReactNode } from 'react';
import { ChartFigure } from '../../base/chart/chart-figure.tsx';
import { Sparkline } from '../../base/chart/sparkline.tsx';
import { DataCard } from '../dashboard/data-card.tsx';
import { Figures } from '../../base/chart/figures.tsx';
import { compare } from '../dashboard/compare.ts';
import { RateDelta } from '../dashboard/delta.tsx';
import { axisOf } from '../dashboard/period.ts';
import { seriesOf } from '../dashboard/query-variables.ts';
import {
  PerformanceOverviewDocument,
  type PerformanceOverviewQuery,
  TargetsOfDocument,
} from '../../generated/operations.ts';
import { DEFAULT_TARGETS } from '../../generated/rules.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Figure } from '../../base/kit/layout/card.tsx';
import { useToday } from '../../base/kit/layout/use-today.ts';
import { percentage, wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { type Asked, variablesOf } from './asked.ts';
import { duration } from '../../base/kit/words/duration.ts';
import { besideTarget, isEnough, sharesOf } from './rates.ts';

type Overview = PerformanceOverviewQuery['deliveryPerformance'];

/** Shows each figure beside its target, and how they changed over time. */
export function OverviewCard({ asked }: { asked: Asked }) {
  const { range, supermarketId } = asked;
  const today = useToday();
  const unfinished = range.interval === 'DAY' && range.dateTo >= today && today;
  const { data } = useData(TargetsOfDocument, { id: supermarketId }, { isPaused: supermarketId === '' });
  const targets = (supermarketId !== '' && data?.supermarket?.targets) || DEFAULT_TARGETS;
  return (
    <DataCard
      title="On time, in full"
      about="Completed deliveries, by delivery date"
      document={PerformanceOverviewDocument}
      variables={{ ...variablesOf(asked), ...seriesOf(range) }}
      version={0}
    >
      {({ deliveryPerformance: { total, series, shelfLife }, previous }) => (
        <>
          <Totals
            {...{ total, series, shelfLife, targets }}
            delta={
              isEnough(total) &&
              isEnough(previous.total) && (
                <RateDelta
                  now={total.onTimeRate ?? 0}
                  before={previous.total.onTimeRate ?? 0}
                  range={range}
                />
              )
            }
          />
          <ChartFigure
            title={plural(total.deliveries, 'delivery')}
            about={[
              total.notTimelyRecorded > 0 &&
                `${wholeNumber(total.notTimelyRecorded)} recorded more than 12 hours after the window.`,
              'The axis begins near the lowest value.',
              unfinished && 'Without today, which is not over.',
            ]
              .filter(Boolean)
              .join(' ')}
            emptyText="No completed deliveries in this period"
            kind="line"
            {...compare(
              range,
              series,
              previous.series,
              ({ onTimeRate }) => onTimeRate,
              ({ date, figures }) => figures.deliveries > 0 && date !== unfinished,
            )}
            isFromLowest
            series={[
              { name: 'On time', valueOf: ({ figures }) => figures.onTimeRate ?? 0 },
              { name: 'In full', valueOf: ({ figures }) => figures.inFullRate ?? 0 },
              { name: 'On time in full', valueOf: ({ figures }) => figures.otifRate ?? 0 },
            ]}
            format={percentage}
            target={targets.onTime / 100}
            {...axisOf(range.interval)}
          />
        </>
      )}
    </DataCard>
  );
}

interface TotalsProps extends Pick<Overview, 'total' | 'series' | 'shelfLife'> {
  targets: { onTime: number; fillRate: number };
  /** How the first figure has changed. */
  delta: ReactNode;
}

function Totals({ total, series, shelfLife, targets, delta }: TotalsProps) {
  const { onTime, inFull, otif, fillRate } = sharesOf(total);
  const { lateMinutesMedian: median, lateMinutesP95: p95 } = total;
  const trend = (rate: 'inFullRate' | 'otifRate' | 'fillRate') => (
    <Sparkline values={series.map(({ figures }) => figures[rate])} />
  );
  return (
    <Figures delta={delta}>
      <Figure label="On time" value={onTime} about={besideTarget(total.onTimeRate, targets.onTime)} />
      <Figure label="In full" value={inFull} trend={trend('inFullRate')} />
      <Figure label="On time in full" value={otif} trend={trend('otifRate')} />
      <Figure
        label="Fill rate"
        value={fillRate}
        about={besideTarget(total.fillRate, targets.fillRate)}
        trend={trend('fillRate')}
      />
      <Figure
        label="Late by"
        value={median === null ? '–' : duration(median)}
        about={p95 === null ? 'No late deliveries' : `Median; 95% by at most ${duration(p95)}`}
      />
      {shelfLife.enoughRate !== null && (
        <Figure
          label="Enough shelf life"
          value={percentage(shelfLife.enoughRate)}
          about={`${wholeNumber(shelfLife.enoughCount)} of ${plural(shelfLife.lines, 'line')} with a promise`}
        />
      )}
    </Figures>
  );
}
