import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { wholeNumber } from '../words/format.ts';
import styles from './meter.module.css';

const NEARLY_FULL = 0.8;

interface MeterProps {
  label: string;
  value: number;
  max: number;
  about?: ReactNode;
}

/** Shows how much of a limit is used, as a bar and as text. */
export function Meter({ label, value, max, about }: MeterProps) {
  const share = Math.min(1, value / max);
  const text = `${wholeNumber(value)} of ${wholeNumber(max)}`;
  return (
    <div className={styles.meter}>
      <p className={styles.label}>
        <span className={styles.name}>{label}</span>
        <span className={styles.value}>{text}</span>
      </p>
      <div
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuetext={text}
      >
        <div
          className={classes(styles.bar, share >= 1 ? styles.bad : share >= NEARLY_FULL && styles.warn)}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      {about && <p className={styles.about}>{about}</p>}
    </div>
  );
}
