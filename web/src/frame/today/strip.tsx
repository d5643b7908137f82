import type { ReactNode } from 'react';
import { useId } from 'react';
import { ListChecks, Printer } from 'lucide-react';
import { Link } from 'wouter';
import { labelOf } from '../../trade/delivery/status.tsx';
import type { DayCountsFragment, DeliveryStatus, TodayQuery } from '../../generated/operations.ts';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { classes } from '../../base/kit/layout/classes.ts';
import { tonnes, wholeNumber } from '../../base/kit/words/format.ts';
import { deliveriesAt } from './deliveries-at.ts';
import styles from './strip.module.css';
import { Trouble } from './trouble.tsx';

/** The number at which the service stops counting receipts. */
const MAX_COUNTED = 100;

interface StripProps {
  of: TodayQuery;
  today: string;
  tomorrow: string;
}

/**
 * Shows in one row how the day goes: what is late, today's progress, receipts, what leaves tomorrow, and what
 * does not work.
 */
export function Strip({ of, today, tomorrow }: StripProps) {
  const late = of.latePending.totalCount + of.lateInTransit.totalCount;
  const [ofToday, ofTomorrow] = [of.today.total, of.tomorrow.total];
  const done = countOf(ofToday, 'COMPLETED');
  const isLeaving = countOf(ofTomorrow, 'PENDING') > 0;
  return (
    <div className={styles.strip}>
      <Cell
        title="Late"
        value={<Link href={deliveriesAt({ late: 'true' })}>{wholeNumber(late)}</Link>}
        isBad={late > 0}
      >
        <Counts
          filter={{ late: 'true' }}
          counts={[
            ['PENDING', of.latePending.totalCount],
            ['IN_TRANSIT', of.lateInTransit.totalCount],
          ]}
        />
      </Cell>
      <Cell
        title="Today"
        value={
          <Link href={deliveriesAt(onDay(today))}>
            {wholeNumber(done)} of {wholeNumber(ofToday.count)}
          </Link>
        }
      >
        <div className={styles.track} aria-hidden>
          <div style={{ width: `${(done / Math.max(1, ofToday.count)) * 100}%` }} />
        </div>
        <Counts filter={onDay(today)} counts={statusesOf(ofToday)} />
      </Cell>
      <Cell
        title="Receipts to check"
        value={
          <Link href="/receipts">
            {of.receiptsToCheck < MAX_COUNTED ? wholeNumber(of.receiptsToCheck) : `${MAX_COUNTED - 1}+`}
          </Link>
        }
        isBad={of.receiptsToCheck > 0}
      />
      <Cell
        title="Tomorrow"
        value={<Link href={deliveriesAt(onDay(tomorrow))}>{wholeNumber(ofTomorrow.count)}</Link>}
        about={tonnes(ofTomorrow.kilograms)}
      >
        <Counts filter={onDay(tomorrow)} counts={statusesOf(ofTomorrow).filter(([, count]) => count > 0)} />
        {isLeaving && (
          <p className={styles.actions}>
            <ButtonLink
              isSmall
              icon={ListChecks}
              href={deliveriesAt({ status: 'PENDING', ...onDay(tomorrow) }, '/pick-list')}
            >
              Pick list
            </ButtonLink>
            <ButtonLink
              isSmall
              icon={Printer}
              href={deliveriesAt({ status: 'PENDING', ...onDay(tomorrow) }, '/notes')}
            >
              Print notes
            </ButtonLink>
          </p>
        )}
      </Cell>
      <Trouble today={today}>
        {(count, list) => (
          <Cell title="Trouble" value={troubleInWords(count)} isBad={(count ?? 0) > 0}>
            {list}
          </Cell>
        )}
      </Trouble>
    </div>
  );
}

function troubleInWords(count: number | undefined): string {
  if (count === undefined) return 'Not known yet';
  return count === 0 ? 'None' : wholeNumber(count);
}

interface CellProps {
  title: string;
  value: ReactNode;
  /** The text beside the value, such as a weight. */
  about?: string;
  isBad?: boolean;
  children?: ReactNode;
}

function Cell({ title, value, about, isBad = false, children }: CellProps) {
  const id = useId();
  return (
    <section className={styles.cell} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <p className={classes(styles.value, isBad && styles.bad)}>
        {value} {about && <span className={styles.about}>{about}</span>}
      </p>
      {children}
    </section>
  );
}

interface CountsProps {
  filter: Record<string, string>;
  counts: [DeliveryStatus, number][];
}

/** Shows counts, each with a link to exactly the deliveries that it counts. */
function Counts({ filter, counts }: CountsProps) {
  return (
    <ul className={styles.counts}>
      {counts.map(([status, count]) => (
        <li key={status}>
          <Link href={deliveriesAt({ status, ...filter })}>
            {wholeNumber(count)} {labelOf(status).toLowerCase()}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function onDay(date: string): Record<string, string> {
  return { dateFrom: date, dateTo: date };
}

function statusesOf(figures: DayCountsFragment): [DeliveryStatus, number][] {
  const statuses: DeliveryStatus[] = ['PENDING', 'IN_TRANSIT', 'COMPLETED'];
  return statuses.map((status) => [status, countOf(figures, status)]);
}

function countOf({ byStatus }: DayCountsFragment, status: DeliveryStatus): number {
  return byStatus.find((each) => each.status === status)?.count ?? 0;
}
