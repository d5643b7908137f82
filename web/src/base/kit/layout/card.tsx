import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './card.module.css';

interface CardProps {
  title?: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** Whether the content reaches the card's edges, as tables do. */
  isFlush?: boolean;
  children: ReactNode;
}

/** A section of a page with its own heading. */
export function Card({ title, about, actions, isFlush = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles.header}>
          <div>
            <h2 id={id}>{title}</h2>
            {about && <p className={styles.about}>{about}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={classes(styles.body, isFlush && styles.flush)}>{children}</div>
    </section>
  );
}

/** Places cards side by side where there is room. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}

interface FigureProps {
  label: string;
  value: ReactNode;
  about?: ReactNode;
  /** How the value changed over time. */
  trend?: ReactNode;
}

/** Shows one figure with its label. */
export function Figure({ label, value, about, trend }: FigureProps) {
  return (
    <dl className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      {about && <dd className={styles.about}>{about}</dd>}
      {trend && <dd className={styles.trend}>{trend}</dd>}
    </dl>
  );
}

/** Shows names and values, as on a details page. A long text has the width of the card. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={isLong(value) ? styles.long : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function isLong(value: ReactNode): boolean {
  return typeof value === 'string' && value.length > 32;
}
