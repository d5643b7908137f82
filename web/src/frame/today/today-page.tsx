import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { ActivityCard } from './activity-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { useActivity } from './use-activity.ts';
import {
  FirstStepsDocument,
  TodayDocument,
  type TodayQuery,
  ToursTodayDocument,
  type ToursTodayQuery,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { dayAfter } from '../../base/kit/words/days.ts';
import { day } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useToday } from '../../base/kit/layout/use-today.ts';
import { ReturnTable } from '../../trade/return/return-table.tsx';
import { May, useMay } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import { PaperLogo } from '../../base/kit/paper/paper-logo.tsx';
import { FailingNotice } from '../../exchange/webhook/failing-webhooks.tsx';
import { DayList } from './day-list.tsx';
import { deliveriesAt } from './deliveries-at.ts';
import { DueTable } from './due-table.tsx';
import { Strip } from './strip.tsx';
import { ToursToday } from './tours-today.tsx';
import styles from './today-page.module.css';

/** Shows what is to do today: how the day goes, its deliveries by window, returns, and what happens. */
export default function TodayPage() {
  const activity = useActivity();
  const { version } = activity;
  const { timeZone } = useSession().account;
  // The first steps are those of who sets the account up.
  const isDeveloper = useMay()('keys');
  const today = useToday();
  const [yesterday, tomorrow] = [dayAfter(today, -1), dayAfter(today, 1)];
  const steps = useData(FirstStepsDocument, {}, { version, isPaused: !isDeveloper });
  const figures = useData(TodayDocument, { yesterday, today, tomorrow, timeZone }, { version });
  const tours = useData(ToursTodayDocument, { date: today }, { version });
  const isComplete = tours.data !== undefined || tours.failure !== undefined;

  if (steps.data?.deliveries.totalCount === 0) {
    return (
      <Page title="Today">
        <FailingNotice />
        <FirstSteps of={steps.data} />
      </Page>
    );
  }
  return (
    <Page
      title="Today"
      about={day(today)}
      actions={
        <May needs="deliveries:write">
          <ButtonLink kind="primary" icon={Plus} href="/deliveries/new" aria-keyshortcuts="n">
            New delivery
          </ButtonLink>
        </May>
      }
    >
      <PaperLogo />
      {/* The tours stand above the deliveries, which would move if these came first. */}
      <Loaded of={isComplete ? figures : { ...figures, data: undefined }} lines={10}>
        {(figures) => (
          <Day of={figures} tours={tours.data?.tours ?? []} {...{ yesterday, today, tomorrow }} />
        )}
      </Loaded>
      {/* Above it, nothing appears later. */}
      {figures.data && isComplete && (
        <div className={styles.screen}>
          <ActivityCard activity={activity} />
        </div>
      )}
    </Page>
  );
}

interface DayProps {
  of: TodayQuery;
  tours: ToursTodayQuery['tours'];
  yesterday: string;
  today: string;
  tomorrow: string;
}

function Day({ of, tours, yesterday, today, tomorrow }: DayProps) {
  const { openFromYesterday, returns } = of;
  return (
    <>
      <Strip {...{ of, today, tomorrow }} />
      {tours.length > 0 && (
        <div className={styles.screen}>
          <ToursToday tours={tours} />
        </div>
      )}
      {openFromYesterday.nodes.length > 0 && (
        <Card
          title="Open from yesterday"
          about="Delivery windows that end today"
          isFlush
          actions={<Link href={deliveriesAt({ dateFrom: yesterday, dateTo: yesterday })}>View all</Link>}
        >
          <DueTable caption="Open from yesterday" deliveries={openFromYesterday.nodes} />
        </Card>
      )}
      <DayList {...{ of, today }} />
      {returns.nodes.length > 0 && (
        <div className={styles.screen}>
          <Card title="Latest returns" isFlush actions={<Link href="/returns">View all</Link>}>
            <ReturnTable returns={returns.nodes} />
          </Card>
        </div>
      )}
    </>
  );
}
