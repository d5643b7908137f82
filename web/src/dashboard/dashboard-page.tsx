import { FirstStepsDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Cards } from '../kit/card.tsx';
import { Page } from '../kit/page.tsx';
import { FailingNotice } from '../webhook/failing-webhooks.tsx';
import { ActivityCard } from './activity-card.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RangeBar } from './range-bar.tsx';
import { TopProductsCard, TopSupermarketsCard } from './ranking-cards.tsx';
import { ReturnsCard } from './returns-card.tsx';
import { useActivity } from './use-activity.ts';
import { useRange } from './range.ts';
import { ValueCard } from './value-card.tsx';

/** Shows figures of deliveries and returns, and live activity. */
export default function DashboardPage() {
  const [range, change] = useRange();
  const activity = useActivity();
  const { version } = activity;
  const steps = useData(FirstStepsDocument, {}, { version });

  if (steps.data?.deliveries.totalCount === 0) {
    return (
      <Page title="Dashboard">
        <FailingNotice />
        <FirstSteps of={steps.data} />
      </Page>
    );
  }
  return (
    <Page title="Dashboard">
      <FailingNotice />
      <RangeBar range={range} change={change} />
      <Cards>
        <DeliveriesCard {...{ range, version }} />
        <ValueCard {...{ range, version }} />
        <ReturnsCard {...{ range, version }} />
        <ActivityCard activity={activity} />
        <TopProductsCard {...{ range, version }} />
        <TopSupermarketsCard {...{ range, version }} />
      </Cards>
    </Page>
  );
}
