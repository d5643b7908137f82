import { LiveEventsDocument } from '../../generated/operations.ts';
import { useLiveEvents } from '../../base/graphql/use-live-events.ts';
import { usePacedVersion } from '../../base/graphql/use-paced-version.ts';
import { Cards } from '../../base/kit/layout/card.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { useRange } from './range.ts';
import { RangeBar } from './range-bar.tsx';
import { TopProductsCard, TopSupermarketsCard } from './ranking-cards.tsx';
import { ReturnRankingCard } from './return-ranking-card.tsx';
import { ReturnsCard } from './returns-card.tsx';
import { ValueCard } from './value-card.tsx';

/** Shows figures of deliveries and returns over time, and rankings. */
export default function AnalyticsPage() {
  const [range, change] = useRange();
  const [version, refresh] = usePacedVersion();
  useLiveEvents(LiveEventsDocument, refresh);
  return (
    <Page title="Analytics">
      <RangeBar isOfAnalytics range={range} change={change} />
      <Cards>
        <DeliveriesCard {...{ range, version }} />
        <ValueCard {...{ range, version }} />
        <ReturnsCard {...{ range, version }} />
        <ReturnRankingCard {...{ range, version }} />
        <TopProductsCard {...{ range, version }} />
        <TopSupermarketsCard {...{ range, version }} />
      </Cards>
    </Page>
  );
}
