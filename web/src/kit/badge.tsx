import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './badge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'note' | 'plain';

/** A word on a record's state. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>;
}
