import { useEffect, useState } from 'react';
import { useSession } from '../../session/session.tsx';
import { dateTime } from '../words/format.ts';
import styles from './printed.module.css';

/** Says on paper who printed it, when, and for which company. */
export function Printed() {
  const { account, person } = useSession();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const update = () => setNow(new Date());
    window.addEventListener('beforeprint', update);
    return () => window.removeEventListener('beforeprint', update);
  }, []);
  const company = [account.name, account.address, account.phone].filter(Boolean).join(', ');
  return (
    <p className={styles.printed}>
      {company}. Printed {dateTime(now.toISOString())} by {person.name}.
    </p>
  );
}
