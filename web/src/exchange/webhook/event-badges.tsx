import { Badge } from '../../base/kit/layout/badge.tsx';
import styles from './event-badges.module.css';

/** Lists the events a webhook subscribes to. */
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
