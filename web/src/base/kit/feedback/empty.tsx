import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty.module.css';

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  /** The first step to take. */
  children?: ReactNode;
}

/** The empty state of a list. */
export function Empty({ icon: Icon, title, children }: EmptyProps) {
  return (
    <div className={styles.empty} data-empty>
      <span className={styles.icon}>
        <Icon size={22} aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}
