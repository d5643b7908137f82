import { useEffect, useState } from 'react';
import { useSession } from '../../session/session.tsx';
import { inDaysAt } from '../words/days.ts';

const LOOK_EVERY_MS = 60_000;

/** Returns the day that it is in the account's time zone, also on a page that stays open over midnight. */
export function useToday(): string {
  const { timeZone } = useSession().account;
  const [, setToday] = useState('');
  useEffect(() => {
    const look = () => setToday(inDaysAt(timeZone, 0));
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [timeZone]);
  return inDaysAt(timeZone, 0);
}
