import { Link } from 'wouter';
import type { ToursTodayQuery } from '../../generated/operations.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { Progress } from '../../base/kit/layout/meter.tsx';
import styles from './tours-today.module.css';

/** How many tours are shown; the page of tours has all. */
const MAX_SHOWN = 24;

/** Shows how far the tours of today are, and who drives them. */
export function ToursToday({ tours }: { tours: ToursTodayQuery['tours'] }) {
  return (
    <Card
      title="Tours today"
      about="Completed stops"
      actions={
        <Link href="/tours">{tours.length > MAX_SHOWN ? `View all ${tours.length}` : 'View all'}</Link>
      }
    >
      <ul className={styles.tours}>
        {tours.slice(0, MAX_SHOWN).map(({ id, name, driver, startsAt, progress }) => (
          <li key={id}>
            <Link href={`/tours/${id}`}>{name}</Link>
            <Progress
              label={[driver?.name ?? 'No driver', startsAt && `from ${startsAt}`].filter(Boolean).join(', ')}
              value={progress.completed}
              max={progress.stops}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
