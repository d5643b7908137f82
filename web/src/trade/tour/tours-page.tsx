import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { ToursPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useToday } from '../../base/kit/layout/use-today.ts';
import { useVisitedList } from '../../base/kit/table/visited-lists.ts';
import { dayAfter } from '../../base/kit/words/days.ts';
import { day } from '../../base/kit/words/format.ts';
import { FreeStops } from './free-stops.tsx';
import { PlanButtons } from './plan-buttons.tsx';
import { TourColumns } from './tour-columns.tsx';
import styles from './tours.module.css';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Makes the tours of a day, which the address names (default: today). */
export default function ToursPage() {
  const today = useToday();
  const [search] = useSearchParams();
  const asked = search.get('date') ?? '';
  const date = DATE.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today;
  const tours = useData(ToursPageDocument, { date });
  // What is in no tour changes with each stop that is moved.
  const [version, setVersion] = useState(0);
  const change = () => {
    tours.reload();
    setVersion((version) => version + 1);
  };
  useVisitedList('/tours');
  return (
    <Page
      title="Tours"
      about={date === today ? `Today, ${day(date)}` : day(date)}
      actions={
        <>
          <ButtonLink icon={ChevronLeft} href={`/tours?date=${dayAfter(date, -1)}`}>
            Previous<span className="visually-hidden"> day</span>
          </ButtonLink>
          {date !== today && <ButtonLink href="/tours">Today</ButtonLink>}
          <ButtonLink icon={ChevronRight} href={`/tours?date=${dayAfter(date, 1)}`}>
            Next<span className="visually-hidden"> day</span>
          </ButtonLink>
          <ButtonLink href="/tour-templates">Templates</ButtonLink>
        </>
      }
    >
      <div className={styles.bar}>
        <PlanButtons date={date} onPlanned={change} />
        {(tours.data?.tours.length ?? 0) > 0 && (
          <>
            <ButtonLink isSmall icon={Printer} href={`/tours/sheets?date=${date}&sheet=day`}>
              Day sheets
            </ButtonLink>
            <ButtonLink isSmall icon={Printer} href={`/tours/sheets?date=${date}&sheet=loading`}>
              Loading lists
            </ButtonLink>
            <ButtonLink isSmall icon={Printer} href={`/deliveries/notes?tours=${date}`}>
              Notes
            </ButtonLink>
          </>
        )}
        <Button isSmall onClick={change}>
          Refresh
        </Button>
      </div>
      <Loaded of={tours} lines={8}>
        {(data) => (
          <div className={styles.board}>
            <FreeStops
              key={date}
              date={date}
              drivers={data.drivers}
              tours={data.tours}
              version={version}
              onChange={change}
            />
            <TourColumns tours={data.tours} drivers={data.drivers} onChange={change} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
