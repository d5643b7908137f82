import { Badge } from '../kit/badge.tsx';
import styles from './event-badges.module.css';

/** The events a webhook wants. */
export function EventBadges({ events }: { events: readonly string[] }) {
  return (
    <ul className={styles.events} aria-label="Events">
      {events.map((event) => (
        <li key={event}>
          <Badge>{event}</Badge>
        </li>
      ))}
    </ul>
  );
}
