import { useEffect, useState } from 'react';
import type { DayNews } from '../../base/phone/store.ts';
import { daysOf } from '../../base/phone/keep-day.ts';
import { onNews } from '../../base/phone/news.ts';
import { useSession } from '../../base/session/session.tsx';

/** The news of the days that this phone keeps, by date. */
export type NewsOfDays = ReadonlyMap<string, DayNews>;

/** Returns what changed in the driver's tours; undefined until it is read. */
export function useDayNews(): NewsOfDays | undefined {
  const { id } = useSession().person;
  const [news, setNews] = useState<NewsOfDays>();
  useEffect(() => {
    let isLeft = false;
    const read = async () => {
      // A browser that stores nothing has no news.
      const days = await daysOf(id).catch(() => []);
      if (!isLeft) setNews(new Map(days.flatMap(({ date, news }) => (news ? [[date, news]] : []))));
    };
    void read();
    const stop = onNews(() => void read());
    return () => {
      isLeft = true;
      stop();
    };
  }, [id]);
  return news;
}
