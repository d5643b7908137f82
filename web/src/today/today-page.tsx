import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { ActivityCard } from '../dashboard/activity-card.tsx';
import { FirstSteps } from '../dashboard/first-steps.tsx';
import { useActivity } from '../dashboard/use-activity.ts';
import { FirstStepsDocument, TodayDocument, type TodayQuery } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { inDaysAt } from '../kit/days.ts';
import { day } from '../kit/format.ts';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { ReturnTable } from '../return/return-table.tsx';
import { May, useMay } from '../session/may.tsx';
import { useSession } from '../session/session.tsx';
import { FailingNotice } from '../webhook/failing-webhooks.tsx';
import { DayCard } from './day-card.tsx';
import styles from './day-card.module.css';
import { OpenTable } from './open-table.tsx';

/** Shows what is to do today: late, today's and tomorrow's deliveries, returns, and what happens. */
export default function TodayPage() {
  const activity = useActivity();
  const { version } = activity;
  const { timeZone } = useSession().account;
  // The first steps are those of who sets the account up.
  const isDeveloper = useMay()('keys');
  const [yesterday, today, tomorrow] = [inDaysAt(timeZone, -1), inDaysAt(timeZone, 0), inDaysAt(timeZone, 1)];
  const steps = useData(FirstStepsDocument, {}, { version, isPaused: !isDeveloper });
  const figures = useData(TodayDocument, { yesterday, today, tomorrow }, { version });

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
      {isDeveloper && <FailingNotice />}
      <Loaded of={figures} lines={10}>
        {(figures) => <Days of={figures} {...{ yesterday, today, tomorrow }} />}
      </Loaded>
      <ActivityCard activity={activity} />
    </Page>
  );
}

interface DaysProps {
  of: TodayQuery;
  yesterday: string;
  today: string;
  tomorrow: string;
}

function Days({ of, yesterday, today, tomorrow }: DaysProps) {
  return (
    <>
      <div className={styles.days}>
        <DayCard
          title="Late"
          about="Due before today, not completed"
          filter={{ late: 'true' }}
          counts={[
            ['PENDING', of.latePending.totalCount],
            ['IN_TRANSIT', of.lateInTransit.totalCount],
          ]}
        />
        <DayCard
          title="Today"
          about={day(today)}
          isPrintable
          filter={{ dateFrom: today, dateTo: today }}
          counts={[
            ['PENDING', of.todayPending.totalCount],
            ['IN_TRANSIT', of.todayInTransit.totalCount],
            ['COMPLETED', of.todayCompleted.totalCount],
          ]}
        />
        <DayCard
          title="Tomorrow"
          about={day(tomorrow)}
          isPrintable
          filter={{ dateFrom: tomorrow, dateTo: tomorrow }}
          counts={[
            ['PENDING', of.tomorrowPending.totalCount],
            ['IN_TRANSIT', of.tomorrowInTransit.totalCount],
            ['COMPLETED', of.tomorrowCompleted.totalCount],
          ]}
        />
      </div>
      {of.openFromYesterday.nodes.length > 0 && (
        <Card
          title="Open from yesterday"
          about="Delivery windows that end today"
          isFlush
          actions={<Link href={`/deliveries?dateFrom=${yesterday}&dateTo=${yesterday}`}>View all</Link>}
        >
          <OpenTable caption="Open from yesterday" deliveries={of.openFromYesterday.nodes} />
        </Card>
      )}
      {of.open.nodes.length > 0 && (
        <Card
          title="Open today"
          about="By delivery window"
          isFlush
          actions={<Link href={`/deliveries?dateFrom=${today}&dateTo=${today}`}>View all</Link>}
        >
          <OpenTable caption="Open today" deliveries={of.open.nodes} />
        </Card>
      )}
      {of.returns.nodes.length > 0 && (
        <Card title="Latest returns" isFlush actions={<Link href="/returns">View all</Link>}>
          <ReturnTable returns={of.returns.nodes} />
        </Card>
      )}
    </>
  );
}
