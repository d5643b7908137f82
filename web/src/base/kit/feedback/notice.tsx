import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classes } from '../layout/classes.ts';
import tones from '../layout/tone.module.css';
import styles from './notice.module.css';

const ICONS = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, note: Info };

interface NoticeProps {
  tone: keyof typeof ICONS;
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Whether it takes one row, above a page that should begin high: its children follow the title there. */
  isSlim?: boolean;
  /** Makes it focusable. */
  ref?: Ref<HTMLDivElement>;
}

/** Shows a message about the page; screen readers announce errors immediately. */
export function Notice({ tone, title, children, actions, isSlim, ref }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={classes(styles.notice, isSlim && styles.slim, tones[tone])}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon size={18} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
