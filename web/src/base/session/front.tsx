import type { ReactNode } from 'react';
import { useEffect } from 'react';
import styles from './front.module.css';

/** The frame of the pages without a session. */
export function Front({ title, children, foot }: { title: string; children: ReactNode; foot?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Provender`;
  }, [title]);
  return (
    <main className={styles.front}>
      <div className={styles.brand}>
        <img src="/settings/icon.svg" alt="" width="40" height="40" />
        <p>Provender</p>
      </div>
      <p className={styles.foot}>Deliveries, returns and catalogue of food suppliers</p>
      <div className={styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
      {foot && <p className={styles.foot}>{foot}</p>}
    </main>
  );
}
