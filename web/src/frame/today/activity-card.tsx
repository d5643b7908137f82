import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { LiveEventsDocument } from '../../generated/operations.ts';
import tones from '../../base/kit/layout/tone.module.css';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { money } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { useSettled } from '../../base/kit/feedback/use-settled.ts';
import { Time } from '../../base/kit/words/time.tsx';
import { classes } from '../../base/kit/layout/classes.ts';
import { useSession } from '../../base/session/session.tsx';
import { GraphiqlLink } from '../../insight/dashboard/graphiql-link.tsx';
import { type ActivityEvent, wordsOf } from '../../insight/dashboard/event-words.ts';
import type { Activity } from './use-activity.ts';
import styles from './activity.module.css';

const AGE_MS = 30_000;
const GATHER_MS = 3_000;

/** Shows the latest events, and new ones as they occur. */
export function ActivityCard({ activity }: { activity: Activity }) {
  const { latest, live, newIds } = activity;
  const announced = useSettled(
    latest.data?.find(({ id }) => newIds.has(id)),
    GATHER_MS,
  );
  useAging();
  return (
    <Card
      title="Live activity"
      actions={
        <>
          <LiveMark isLive={live.isLive} isLost={live.connections > 0 || live.failure !== undefined} />
          <GraphiqlLink document={LiveEventsDocument} variables={{}} about="Live activity" />
        </>
      }
    >
      <Loaded of={latest} lines={8}>
        {(events) => (
          <>
            {events.length === 0 && <p>New events appear here as they occur.</p>}
            <ol className={styles.events}>
              {events.map((event) => (
                <EventLine key={event.id} event={event} isNew={newIds.has(event.id)} />
              ))}
            </ol>
            {/* Announces only the latest of a batch, so that screen readers are not flooded. */}
            <p className="visually-hidden" role="status">
              {announced !== undefined && textOf(announced)}
            </p>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function LiveMark({ isLive, isLost }: { isLive: boolean; isLost: boolean }) {
  if (isLive) {
    return (
      <Badge tone="good">
        <span className={styles.pulse} /> Live
      </Badge>
    );
  }
  return <Badge tone={isLost ? 'warn' : 'plain'}>{isLost ? 'Reconnecting…' : 'Connecting…'}</Badge>;
}

function EventLine({ event, isNew }: { event: ActivityEvent; isNew: boolean }) {
  const { currency } = useSession().account;
  const { icon: Icon, tone, href, subject, happened, about, amount } = wordsOf(event);
  return (
    <li className={classes(styles.event, isNew && styles.isNew)}>
      <span className={classes(styles.icon, tones[tone])}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={styles.text}>
        <p>
          {href ? <Link href={href}>{subject}</Link> : <strong>{subject}</strong>} {happened}
        </p>
        <p className={styles.about}>{about}</p>
      </div>
      <div className={styles.side}>
        {amount !== undefined && <p>{money(amount, currency)}</p>}
        <p className={styles.about}>
          <Time value={event.occurredAt} />
        </p>
      </div>
    </li>
  );
}

function textOf(event: ActivityEvent): string {
  const { subject, happened } = wordsOf(event);
  return `Latest: ${subject} ${happened}`;
}

/** Re-renders periodically, so that "2 minutes ago" stays correct. */
function useAging(): void {
  const [, setAge] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setAge((age) => age + 1), AGE_MS);
    return () => clearInterval(timer);
  }, []);
}
