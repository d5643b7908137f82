import { Link } from 'wouter';
import type { DayNews } from '../../base/phone/store.ts';
import { readNews } from '../../base/phone/keep-day.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useSession } from '../../base/session/session.tsx';
import { numberInWords } from '../delivery/numbers.ts';

interface ChangedToursProps {
  date: string;
  news: DayNews | undefined;
}

/** Says which stops came into the driver's tours, and which left, until the driver has read it. */
export function ChangedTours({ date, news }: ChangedToursProps) {
  const { person } = useSession();
  const added = news?.added.length ?? 0;
  const gone = (news?.gone ?? []).flatMap(({ stop, isRead }) => (isRead ? [] : [stop]));
  if (added === 0 && gone.length === 0) return null;
  const counts = [
    added > 0 && plural(added, 'new stop'),
    gone.length > 0 && `${plural(gone.length, 'stop')} removed`,
  ];
  return (
    <Notice
      tone="warn"
      title={`Your tour changed: ${counts.filter(Boolean).join(', ')}`}
      actions={
        <Button isSmall onClick={() => void readNews(person.id, date)}>
          Got it
        </Button>
      }
    >
      {gone.length > 0 && (
        <>
          Removed:{' '}
          {gone.map((stop, index) => (
            <span key={stop.id}>
              {index > 0 && ', '}
              <Link href={`/stops/${stop.id}`}>
                {stop.branchName}, {numberInWords(stop)}
              </Link>
            </span>
          ))}
        </>
      )}
    </Notice>
  );
}
