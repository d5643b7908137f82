import { Badge } from '../../base/kit/layout/badge.tsx';
import { dateTime, dayOf, relativeTime } from '../../base/kit/words/format.ts';
import type { KeyRow } from './key-row.ts';
import styles from './keys-table.module.css';

const SOON_MS = 14 * 86_400_000;

type Validity = Pick<KeyRow, 'expiresAt' | 'previousValueExpiresAt' | 'previousValueLastUsedAt'>;

/** Shows when a key expires, with a badge if that is soon or past. */
export function KeyExpiry({ expiresAt }: Pick<Validity, 'expiresAt'>) {
  if (expiresAt === null) return 'Never';
  const left = millisecondsTo(expiresAt);
  return (
    <span className={styles.expiry}>
      <time dateTime={expiresAt} title={dateTime(expiresAt)}>
        {dayOf(expiresAt)}
      </time>{' '}
      {left <= 0 ? (
        <Badge tone="bad">Expired</Badge>
      ) : (
        left <= SOON_MS && <Badge tone="warn">Expires soon</Badge>
      )}
    </span>
  );
}

/** Shows how long old values stay valid, and when one was last used. */
export function PreviousValue({
  previousValueExpiresAt: until,
  expiresAt,
  previousValueLastUsedAt: used,
}: Validity) {
  const ends = [until, expiresAt].filter((end) => end !== null);
  if (until === null || ends.some((end) => millisecondsTo(end) <= 0)) return null;
  return (
    <Badge tone="note">
      <span title={dateTime(until)}>
        Old value expires {relativeTime(until)},{' '}
        {used === null ? 'not used' : `last used ${relativeTime(used)}`}
      </span>
    </Badge>
  );
}

function millisecondsTo(time: string): number {
  return Date.parse(time) - Date.now();
}
