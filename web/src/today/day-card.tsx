import { ListChecks, Printer } from 'lucide-react';
import { Link } from 'wouter';
import { labelOf } from '../delivery/status.tsx';
import type { DeliveryStatus } from '../generated/operations.ts';
import { ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { wholeNumber } from '../kit/format.ts';
import styles from './day-card.module.css';

interface DayCardProps {
  title: string;
  about: string;
  /** The filter of the deliveries. */
  filter: Record<string, string>;
  /** How many deliveries have each status. */
  counts: [DeliveryStatus, number][];
  /** Whether the notes of the pending deliveries can be printed from here. */
  isPrintable?: boolean;
}

/** Shows how many deliveries of a day have each status; each figure leads to exactly those. */
export function DayCard({ title, about, filter, counts, isPrintable = false }: DayCardProps) {
  const addressOf = (page: string, status: DeliveryStatus) =>
    `${page}?${new URLSearchParams({ status, ...filter })}`;
  const isPending = counts.some(([status, count]) => status === 'PENDING' && count > 0);
  return (
    <Card
      title={title}
      about={about}
      actions={
        isPrintable &&
        isPending && (
          <>
            <ButtonLink isSmall icon={ListChecks} href={addressOf('/deliveries/pick-list', 'PENDING')}>
              Pick list
            </ButtonLink>
            <ButtonLink isSmall icon={Printer} href={addressOf('/deliveries/notes', 'PENDING')}>
              Print notes
            </ButtonLink>
          </>
        )
      }
    >
      <ul className={styles.counts}>
        {counts.map(([status, count]) => (
          <li key={status}>
            <Link href={addressOf('/deliveries', status)} className={styles.count}>
              <strong>{wholeNumber(count)}</strong> {labelOf(status).toLowerCase()}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
