import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface FiguresProps {
  /** The text above the figures; without it, the first figure is the headline. */
  headline?: string;
  /** How the headline has changed. */
  delta?: ReactNode;
  children: ReactNode;
}

/** Shows figures above their chart: the first one as its headline, the others side by side below. */
export function Figures({ headline, delta, children }: FiguresProps) {
  return (
    <div className={styles.figures}>
      {headline && <p className={styles.headline}>{headline}</p>}
      {children}
      <div className={styles.delta}>{delta}</div>
    </div>
  );
}
