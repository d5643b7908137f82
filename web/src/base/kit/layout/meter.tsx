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
export function Meter({ about, ...of }: MeterProps) {
  const share = of.value / of.max;
  return (
    <div className={styles.meter}>
      <Bar {...of} kind="meter" className={share >= 1 ? styles.bad : share >= NEARLY_FULL && styles.warn} />
      {about && <p className={styles.about}>{about}</p>}
    </div>
  );
}

/** Shows how far a task is, as a bar and as text. */
export function Progress(of: Omit<MeterProps, 'about'>) {
  return (
    <div className={styles.meter}>
      <Bar {...of} kind="progressbar" />
    </div>
  );
}

interface BarProps extends Omit<MeterProps, 'about'> {
  /** The role of the bar. */
  kind: 'meter' | 'progressbar';
  className?: string | false;
}

function Bar({ label, value, max, kind, className }: BarProps) {
  const text = `${wholeNumber(value)} of ${wholeNumber(max)}`;
  return (
    <>
      <p className={styles.label}>
        <span className={styles.name}>{label}</span>
        <span className={styles.value}>{text}</span>
      </p>
      <div
        className={styles.track}
        role={kind}
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuetext={text}
      >
        <div
          className={classes(styles.bar, className)}
          style={{ width: `${Math.min(1, value / Math.max(1, max)) * 100}%` }}
        />
      </div>
    </>
  );
}
