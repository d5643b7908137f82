import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import tones from './tone.module.css';
import styles from './badge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'note' | 'plain';

/** Shows the state of a record. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(styles.badge, tones[tone])}>{children}</span>;
}
